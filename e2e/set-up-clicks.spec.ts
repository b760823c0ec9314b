import type { Browser } from '@playwright/test';
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
