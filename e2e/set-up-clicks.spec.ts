import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { countClicks } from './support/clicks.ts';
import { connectManagement, type Management } from './support/management.ts';
import { type Product, startProduct } from './support/product.ts';
import { startSignInProvider } from './support/sign-in-provider.ts';
import { createAdministrator, expect, signIn, test } from './support/test.ts';

const ada = { sub: 'ada-1', name: 'Ada Byron', email: 'ada@acme.example', email_verified: true };

let provider: Awaited<ReturnType<typeof startSignInProvider>>;
let product: Product;
let management: Management;

test.beforeAll(async () => {
  provider = await startSignInProvider(ada);
  product = await startProduct({ env: { GATEHOUSE_CONNECTORS_URL: provider.url } });
  await createAdministrator(product);
  management = await connectManagement(product);
});
test.afterAll(async () => {
  await product.stop();
  await provider.close();
});

const openConsole = async (browser: Browser, path: string) => {
  const context = await browser.newContext({
    baseURL: product.console,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(product.console);
  await signIn(page);
  await page.waitForURL(/\/get-started$/);
  const clicks = await countClicks(page);
  await page.goto(`${product.console}/${path}`);
  return { page, clicks };
};

test('Google is on the sign-in page after four clicks, and has been tried', async ({ browser }) => {
  const { page, clicks } = await openConsole(browser, 'connectors/social');
  await page.getByRole('button', { name: 'Add social connector' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Google/ })
    .click();
  await expect(page.getByLabel('Show on sign-in page')).toBeChecked();
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expect(page.getByLabel('Scope')).toBeHidden();
  await expectAccessible(page, 'setup of Google');

  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Client ID', { exact: true })).toBeFocused();
  await page.keyboard.type('gatehouse');
  await page.keyboard.press('Tab');
  await page.keyboard.type('very secret');
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await (await popup).waitForEvent('close');
  await expect(page).toHaveURL(/\/connectors\/social\/\w+$/);
  await expect(page.getByText('The sign-in works')).toBeVisible();
  await expect(page.getByText('A new user is created at the first sign-in.')).toBeVisible();
  expect(clicks()).toBeGreaterThan(0);
  expect(clicks()).toBeLessThanOrEqual(4);

  await expect(page.getByText('In use', { exact: true })).toBeVisible();
  expect((await management('GET', '/sign-in-exp')).socialSignInConnectorTargets).toEqual(['google']);
  expect(await management('GET', '/users')).toEqual([]);
  const id = page.url().split('/').at(-1);
  expect(await management('GET', `/changes?objectKind=connector&objectId=${id}`)).toHaveLength(1);
  await expectAccessible(page, 'result of a test sign-in');

  provider.setWilling(false);
  await page.getByRole('button', { name: 'Test sign-in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The test failed' })).toBeVisible();
  provider.setWilling(true);
  await management('DELETE', `/connectors/${id}`);
  await page.context().close();
});

/** Goes to a field without the pointer. */
const tabTo = (page: Page, field: Locator) =>
  expect(async () => {
    await page.keyboard.press('Tab');
    await expect(field).toBeFocused({ timeout: 200 });
  }).toPass();

test('the Okta of a company signs users in after five clicks, and was tried before', async ({ browser }) => {
  const { page, clicks } = await openConsole(browser, 'enterprise-sso');
  await page.getByRole('button', { name: 'Add enterprise connector' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('label').filter({ hasText: 'Okta' }).click();
  await tabTo(page, dialog.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Acme');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/enterprise-sso\/\w+\/set-up$/);
  const id = page.url().split('/').at(-2);
  const turnOn = page.getByRole('button', { name: 'Turn on', exact: true });
  await expect(turnOn).toBeDisabled();
  await expectAccessible(page, 'setup of an enterprise connector');

  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Copy' }).last().click();
  const clipboard = await page.evaluate(() => navigator.clipboard.readText());
  expect(clipboard).toBe(`${product.tenantEndpoint}/callback/${id}`);
  for (const [label, text] of [
    ['Client ID', 'gatehouse'],
    ['Client secret', 'very secret'],
    ['Issuer', 'https://acme.okta.com'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await tabTo(
    page,
    page
      .getByRole('group', { name: /Email domains/ })
      .getByRole('textbox')
      .first(),
  );
  await page.keyboard.type('acme.example');
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await (await popup).waitForEvent('close');
  await expect(page.getByText('The sign-in works')).toBeVisible();
  await expect(page.getByText(ada.email, { exact: true })).toBeVisible();
  // A test sends no user to the provider.
  expect((await management('GET', `/sso-connectors/${id}`)).domains).toEqual([]);
  expect((await management('GET', '/sign-in-exp')).singleSignOnEnabled).toBe(false);

  await turnOn.click();
  await expect(page.getByText('Users from these domains sign in with this provider.')).toBeVisible();
  expect(clicks()).toBeGreaterThan(0);
  expect(clicks()).toBeLessThanOrEqual(5);
  expect((await management('GET', `/sso-connectors/${id}`)).domains).toEqual(['acme.example']);
  expect((await management('GET', '/sign-in-exp')).singleSignOnEnabled).toBe(true);
  expect(await management('GET', '/users')).toEqual([]);
  await expectAccessible(page, 'an enterprise connector that is on');
  await management('DELETE', `/sso-connectors/${id}`);
  await page.context().close();
});
