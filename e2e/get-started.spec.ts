import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('[NAV-6] get-started knows what is done, leads on, and finds the guide of a framework', async ({
  console: page,
  product,
  management,
}) => {
  await management('POST', '/applications', { name: 'First of all', type: 'SPA' });
  await page.goto(`${product.console}/get-started`);
  const tasks = page.getByRole('main').getByRole('listitem');
  const application = tasks.filter({ hasText: 'Create an application' });
  await expect(application).toContainText('(done)');
  // The console's members are only the administrator, who is not a colleague yet.
  const colleague = tasks.filter({ hasText: 'Invite a colleague' });
  await expect(colleague.getByRole('link', { name: 'Invite members' })).toHaveAttribute(
    'href',
    /\/tenant-settings\/members$/,
  );
  const signInPages = tasks.filter({ hasText: 'Customize your sign-in pages' });
  await expect(page.getByText(/^Done: \d of 6$|^All done$/)).toBeVisible();

  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Preview sign-in' }).click();
  const demo = await popup;
  await expect(demo).toHaveURL(new RegExp(`^${product.tenantEndpoint}/`));
  await demo.close();
  await expect(signInPages).toContainText('(done)');
  await expectAccessible(page, 'get started');

  await page.keyboard.press('/');
  await page.keyboard.type('laravel');
  await expect(page.getByRole('link', { name: /React/ })).toHaveCount(0);
  await page.getByRole('link', { name: /PHP Laravel/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/applications\/create\?guide=laravel$/);
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeVisible();
  await page.goBack();
  await tasks.getByRole('link', { name: 'Create user' }).click();
  await expect(page).toHaveURL(/\/users\/create$/);
});

test('[NAV-6] the sample belongs to an application that can run on this machine, and its code uses the local URI', async ({
  console: page,
  product,
  management,
}) => {
  const site = 'https://shop.example.com/callback';
  const local = 'http://localhost:6001/callback';
  const create = (name: string, redirectUris: string[]) =>
    management('POST', '/applications', {
      name,
      type: 'SPA',
      oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
    });
  const { id } = await create('Shop, here and there', [site, local]);
  await create('Shop in production', [site]);
  await page.goto(`${product.console}/get-started`);
  const sample = page.getByRole('link', { name: 'Open sample' });
  await expect(sample).toHaveAttribute('href', new RegExp(`/applications/${id}/guide/react$`));
  await sample.click();
  const code = page.getByRole('main').locator('pre');
  await expect(code.filter({ hasText: local }).first()).toBeVisible();
  await expect(code.filter({ hasText: site })).toHaveCount(0);
});
