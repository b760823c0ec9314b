import { expect, test } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { administrator, signIn } from './support/test.ts';

let product: Product;
test.beforeEach(async () => {
  product = await startProduct();
});
test.afterEach(() => product.stop());

test('[NAV-21] the first visitor is welcomed, creates the administrator and is signed in', async ({
  page,
}) => {
  await page.goto(product.adminEndpoint);
  await expect(page).toHaveURL(`${product.console}/welcome`);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();

  await page.getByLabel('Username').fill('9lives');
  await page.getByRole('textbox', { name: 'Password' }).fill('12345678');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Username').fill(administrator.username);
  await page.getByRole('textbox', { name: 'Password' }).fill('k7-Qz');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page.getByText('The password needs at least 8 characters.')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(administrator.username);
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page).toHaveURL(`${product.console}/get-started`);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
});

test('the welcome page says how long a password has to be', async ({ page }) => {
  await page.goto(`${product.console}/welcome`);
  await expect(page.getByText('At least 8 characters.')).toBeVisible();
  // Over plain HTTP away from localhost, later sign-ins would fail, so nothing is created.
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await page.reload();
  await expect(page.getByText('Open the console over HTTPS or on localhost.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create administrator' })).toHaveCount(0);
});

test('where more than the password is needed, the sign-in page asks for it', async ({ page }) => {
  await page.goto(`${product.console}/welcome`);
  await page.route('**/api/experience/submit', route =>
    route.fulfill({ status: 422, json: { code: 'user.missing_mfa', message: 'One more factor.' } }),
  );
  await fillIn(page);
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expect(page.getByLabel('Username')).toHaveValue(administrator.username);
  await page.unroute('**/api/experience/submit');
  await signIn(page);
  await expect(page).toHaveURL(`${product.console}/get-started`);
});

test('the welcome page works once: later visitors are sent to sign in', async ({ page, browser }) => {
  await page.goto(`${product.console}/welcome`);
  const late = await browser.newPage();
  await late.goto(`${product.console}/welcome`);
  await fillIn(page);
  await expect(page).toHaveURL(/\/get-started$/);

  await fillIn(late);
  await expect(late.getByText('An administrator already exists.')).toBeVisible();
  await late.getByRole('button', { name: 'Sign in' }).click();
  await expect(late).toHaveURL(/\/sign-in\?/);
});

const fillIn = async (page: import('@playwright/test').Page) => {
  await page.getByLabel('Username').fill(administrator.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
};
