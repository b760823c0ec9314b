import { expect, test } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { administrator, signIn } from './support/test.ts';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.stop());

test('[NAV-21] the first visitor is welcomed, creates the administrator and signs in', async ({ page }) => {
  await page.goto(product.adminEndpoint);
  await expect(page).toHaveURL(`${product.console}/welcome`);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();

  await page.getByLabel('Username').fill('9lives');
  await page.getByRole('textbox', { name: 'Password' }).fill('12345678');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Username').fill(administrator.username);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page.getByText(/password/i).last()).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(administrator.username);

  await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expect(page.getByLabel('Username')).toHaveValue(administrator.username);
  await signIn(page);
  await expect(page).toHaveURL(`${product.console}/get-started`);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
});

test('the welcome page works once: later visitors are sent to sign in', async ({ page, browser }) => {
  await page.goto(`${product.console}/welcome`);
  const late = await browser.newPage();
  await late.goto(`${product.console}/welcome`);
  await fillIn(page);
  await expect(page).toHaveURL(/\/sign-in\?/);

  await fillIn(late);
  await expect(late.getByText('There is an administrator already.')).toBeVisible();
  await late.getByRole('button', { name: 'Sign in' }).click();
  await expect(late).toHaveURL(/\/sign-in\?/);
});

const fillIn = async (page: import('@playwright/test').Page) => {
  await page.getByLabel('Username').fill(administrator.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
};
