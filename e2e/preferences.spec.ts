import type { Page } from '@playwright/test';
import { isTo } from './support/edge.ts';
import { connectManagement } from './support/management.ts';
import type { Product } from './support/product.ts';
import { expect, signIn, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

const appearanceKey = 'gatehouse:appearance-mode';
const languageKey = 'gatehouse:language';

const choose = async (page: Page, menu: 'Appearance' | 'Language', option: string) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: option }).click();
};

/** Chooses, and returns what was saved in the account. */
const chooseAndSave = async (page: Page, menu: 'Appearance' | 'Language', option: string) => {
  const saved = page.waitForResponse(response => isTo('PATCH', '/me/custom-data')(response.request()));
  await choose(page, menu, option);
  const response = await saved;
  expect(response.status()).toBe(200);
  return response.request().postDataJSON();
};

const stored = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key);

/** Dark on light or light on dark, as the eye sees it. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return red + green + blue < 384;
  });

/** Fixes the account's stored preferences, so that a test does not depend on what other tests chose. */
const pretendCustomData = (page: Page, customData: unknown) =>
  page.route('**/me/custom-data', route =>
    route.request().method() === 'GET' ? route.fulfill({ json: customData }) : route.fallback(),
  );

const open = async (page: Page, address: string) => {
  const loaded = page.waitForResponse(response => isTo('GET', '/me/custom-data')(response.request()));
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await loaded;
};

test('[PREF-1] the system’s appearance is followed live; a chosen one is not moved by it', async ({
  console: page,
  product,
}) => {
  await pretendCustomData(page, {});
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, product.console);
  expect(await isDark(page)).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => isDark(page)).toBe(false);

  await page.route('**/me/custom-data', route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ json: route.request().postDataJSON() })
      : route.fallback(),
  );
  await choose(page, 'Appearance', 'Dark');
  await expect.poll(() => isDark(page)).toBe(true);
  await choose(page, 'Appearance', 'Light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => isDark(page)).toBe(false);
  await choose(page, 'Appearance', 'System');
  await expect.poll(() => isDark(page)).toBe(true);
});

test('[PREF-3] [PREF-4] [PREF-6] a choice is kept in this browser and in the account, and so in the next browser', async ({
  console: page,
  product,
  browser,
  signedInState,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, product.console);
  const afterDark = await chooseAndSave(page, 'Appearance', 'Dark');
  expect(afterDark.adminConsolePreferences).toMatchObject({ appearanceMode: 'dark' });
  expect(await stored(page, appearanceKey)).toBe('dark');
  const afterArabic = await chooseAndSave(page, 'Language', 'العربية');
  expect(afterArabic.adminConsolePreferences).toMatchObject({ appearanceMode: 'dark', language: 'ar' });
  expect(await stored(page, languageKey)).toBe('ar');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'ar');
  await expect(html).toHaveAttribute('dir', 'rtl');

  const context = await browser.newContext({ storageState: signedInState, colorScheme: 'light' });
  const next = await context.newPage();
  await open(next, product.console);
  await expect(next.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(next.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect.poll(() => isDark(next)).toBe(true);
  expect(await stored(next, appearanceKey)).toBe('dark');
  await context.close();

  const t = await wordsOf('ar', 'console');
  await page.getByRole('button', { name: t('shell.user_menu') }).click();
  await page.getByRole('menuitem', { name: t('shell.language') }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(html).toHaveAttribute('dir', 'ltr');
  await chooseAndSave(page, 'Appearance', 'System');
});

test('[PREF-4] the language is the one of this browser, of this tab, else English', async ({
  console: page,
  product,
}) => {
  await pretendCustomData(page, {});
  const html = page.locator('html');
  await open(page, product.console);
  await expect(html).toHaveAttribute('lang', 'en');
  const remember = (storage: 'localStorage' | 'sessionStorage', language: string) =>
    page.evaluate(([where, key, value]) => window[where].setItem(key, value), [
      storage,
      languageKey,
      language,
    ] as const);
  await remember('localStorage', 'ja');
  await open(page, product.console);
  await expect(html).toHaveAttribute('lang', 'ja');
  await page.evaluate(key => localStorage.removeItem(key), languageKey);
  await remember('sessionStorage', 'th');
  await open(page, product.console);
  await expect(html).toHaveAttribute('lang', 'th');
  await remember('localStorage', 'tlh');
  await open(page, product.console);
  await expect(html).toHaveAttribute('lang', 'en');
});

/** Writes into the administrator's account as a script would, and takes it back. */
const withCustomData = async (product: Product, customData: object, work: () => Promise<void>) => {
  const admin = await connectManagement(product, 'admin');
  const [user] = await admin('GET', '/users?search.username=admin&mode.username=exact');
  const before = await admin('GET', `/users/${user.id}/custom-data`);
  const write = (data: object) => admin('PATCH', `/users/${user.id}`, { customData: data });
  await write(customData);
  try {
    await work();
    return await admin('GET', `/users/${user.id}/custom-data`);
  } finally {
    await write(before);
  }
};

for (const broken of [
  { appearanceMode: 'sepia', language: 7 },
  { appearanceMode: 'light', language: 'de', experienceNoticeConfirmed: 'yes' },
  'dark',
])
  test(`[PREF-5] preferences in the account that make no sense become the defaults: ${JSON.stringify(broken)}`, async ({
    console: page,
    product,
  }) => {
    await withCustomData(product, { adminConsolePreferences: broken }, async () => {
      await page.addInitScript(
        ([appearance, language]) => {
          localStorage.setItem(appearance, 'dark');
          localStorage.setItem(language, 'ar');
        },
        [appearanceKey, languageKey] as const,
      );
      await page.emulateMedia({ colorScheme: 'light' });
      await open(page, product.console);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
      await expect.poll(() => isDark(page)).toBe(true);
    });
  });

test('[PREF-5] a choice is kept in the account, and leaves what else is there alone', async ({
  console: page,
  product,
}) => {
  const seen = { mfaUpsellNoticeAcknowledged: true, managementApiAcknowledged: true };
  const kept = await withCustomData(
    product,
    { adminConsolePreferences: { appearanceMode: 'light', language: 'de', ...seen }, somethingElse: 1 },
    async () => {
      await open(page, product.console);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await page.getByRole('button', { name: 'Ihr Konto' }).click();
      await page.getByRole('menuitem').nth(2).click();
      const saved = page.waitForResponse(response => isTo('PATCH', '/me/custom-data')(response.request()));
      await page.getByRole('menuitemradio').last().click();
      expect((await saved).status()).toBe(200);
    },
  );
  expect(kept).toMatchObject({
    adminConsolePreferences: { appearanceMode: 'dark', language: 'de', ...seen },
    somethingElse: 1,
  });
});

test('[PREF-7] the appearance, the page to return to and the developer features are kept in the browser', async ({
  page,
  product,
}) => {
  await page.goto(`${product.console}/roles?page=2#end`);
  await expect(page).toHaveURL(/\/sign-in\?/);
  const location = await page.evaluate(() => sessionStorage.getItem('gatehouse:redirect-after-sign-in'));
  expect(JSON.parse(location ?? '')).toEqual({
    pathname: '/console/roles',
    search: '?page=2',
    hash: '#end',
  });
  const link = `${product.console}/one-time-token?one_time_token=secret&email=ada%40harbour.example`;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('gatehouse:dev-features-enabled', 'true'));
  await page.goto(link);
  await expect(page).toHaveURL(/\/one-time-token\?/);
  await expect(page.getByText('ada@harbour.example')).toBeVisible();
  await page.goto(product.console);
  await signIn(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await chooseAndSave(page, 'Appearance', 'Dark');
  expect(await stored(page, appearanceKey)).toBe('dark');
  await chooseAndSave(page, 'Appearance', 'System');
});

test('[PREF-6] without the account’s data a choice is not saved, and that is said', async ({
  console: page,
  product,
}) => {
  const held = Promise.withResolvers<void>();
  const saves: string[] = [];
  await page.route('**/me/custom-data', async route => {
    if (route.request().method() === 'PATCH') saves.push(route.request().url());
    await held.promise;
    await route.fulfill({ json: {} });
  });
  await page.goto(product.console);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await choose(page, 'Appearance', 'Dark');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Unexpected error');
  expect(saves).toEqual([]);
  held.resolve();
});
