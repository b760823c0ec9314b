import { startProduct } from './support/product.ts';
import { createAdministrator, expect, signIn, test } from './support/test.ts';

test('a cloud has the name, the ways to reach people and the legal links of the company that runs it', async ({
  page,
}) => {
  const cloud = await startProduct({
    edition: 'cloud',
    env: {
      GATEHOUSE_BRAND_NAME: 'Harbor <ID>',
      GATEHOUSE_BRAND_SUPPORT_EMAIL: 'help@harbor.example',
      GATEHOUSE_BRAND_TERMS_URL: 'https://harbor.example/terms',
      GATEHOUSE_BRAND_PRIVACY_URL: 'https://harbor.example/privacy',
    },
  });
  await createAdministrator(cloud);
  const signInPage = page.waitForResponse(response => response.url().includes('/sign-in?'));
  await page.goto(`${cloud.console}/default/get-started`);
  // The application that asks for the sign-in also has the product's name.
  expect(await (await signInPage).text()).toMatch(/"name":"Harbor (<|\\u003c)ID(>|\\u003e) Console"/);
  await signIn(page);
  await expect(page).toHaveTitle(/^Get started · .* · Harbor <ID>$/);
  const bar = page.getByRole('banner');
  await expect(bar).toContainText('Harbor <ID>');
  await bar.getByRole('button', { name: 'Help' }).click();
  const opened = (name: string) => expect(page.getByRole('menuitem', { name }));
  await opened('Terms of use').toHaveAttribute('href', 'https://harbor.example/terms');
  await opened('Privacy policy').toHaveAttribute('href', 'https://harbor.example/privacy');
  await page.getByRole('menuitem', { name: 'Contact us' }).click();
  // Channels the company does not have are not offered, and no link leads to another company.
  const rows = page.getByRole('dialog', { name: 'Contact us' }).getByRole('listitem');
  await expect(rows).toHaveText([/^Email/]);
  await expect(rows.getByRole('link')).toHaveAttribute('href', 'mailto:help@harbor.example');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Ask AI' }).click();
  await expect(page.getByRole('dialog', { name: 'Ask AI' })).toContainText('something with Harbor <ID>.');
  await expect(page.locator('a[href*="gatehouse.app"]')).toHaveCount(0);

  // A company that cannot be reached offers no link to itself.
  await page.route(`${cloud.console}/**`, async route => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace('"supportEmail":"help@harbor.example",', '') });
  });
  await page.reload();
  await bar.getByRole('button', { name: 'Help' }).click();
  await opened('Terms of use').toBeVisible();
  await opened('Contact us').toHaveCount(0);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Ask AI' }).click();
  const assistant = page.getByRole('dialog', { name: 'Ask AI' });
  await expect(assistant).toContainText('something with Harbor <ID>.');
  await expect(assistant.getByRole('button', { name: 'Contact us' })).toHaveCount(0);
  await page.route('**/api/tenants', async route => {
    const response = await route.fetch();
    const tenants: object[] = await response.json();
    await route.fulfill({ response, json: tenants.map(tenant => ({ ...tenant, isSuspended: true })) });
  });
  await page.reload();
  await expect(page.getByText('This tenant is suspended')).toBeVisible();
  await expect(page.getByText('Contact us')).toHaveCount(0);
  // The page keeps asking; an answer that no longer comes is no failure.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await cloud.stop();
});
