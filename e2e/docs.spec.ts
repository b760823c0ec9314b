import { expect, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the documentation is searched by keyboard, code is copied, and pages lead on', async ({
  page,
  product,
}) => {
  await page.goto(`${product.adminEndpoint}/docs`);
  await expect(page.getByRole('heading', { level: 1, name: 'Gatehouse documentation' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('environment variables');
  const results = page.getByRole('option');
  await expect(results.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/[\w-]+#[\w-]+$/);

  await page.goto(`${product.adminEndpoint}/docs/deployment`);
  const code = page.locator('.code').first();
  await code.hover();
  await code.getByRole('button', { name: 'Copy' }).click();
  await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await code.locator('code').textContent(),
  );

  const next = page.getByRole('navigation', { name: 'Previous and next page' }).locator('[rel=next]');
  const title = await next.locator('strong').textContent();
  await next.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!);
});

test('the chosen mode of the documentation stays, and a phone gets the list of pages from a button', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${product.adminEndpoint}/docs/users`);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
  await expect.poll(background).not.toBe(light);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  expect(await background()).not.toBe(light);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
