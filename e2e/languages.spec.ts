import { directionOf, languages } from '../packages/phrases/src/languages.ts';
import { test } from './support/applications.ts';
import { measurePage } from './support/page-weight.ts';
import { expect } from './support/test.ts';
import { wordsOf } from './support/words.ts';

const kilobyte = 1024;

test('[L10N-1] [L10N-2] the sign-in pages speak every language, in its direction, and English where they know none', async ({
  page,
  own,
}) => {
  for (const language of [...languages, 'xx']) {
    const spoken = language === 'xx' ? 'en' : language;
    const t = await wordsOf(spoken, 'experience');
    await page.goto(own.start({ ui_locales: language }), { waitUntil: 'commit' });
    await expect(page.getByRole('heading')).toHaveText(t('sign_in.title', { application: 'Storefront' }));
    await expect(page.locator('html')).toHaveAttribute('lang', spoken);
    await expect(page.locator('html')).toHaveAttribute('dir', directionOf(spoken));
  }
});

test('[L10N-1] the console changes its language at once, loads no other one, and weighs little more in it', async ({
  console: page,
  product,
}) => {
  const address = `${product.console}/get-started`;
  const filesOf = (language: string) =>
    page.evaluate(
      name =>
        performance
          .getEntriesByType('resource')
          .filter(({ name: file }) => new RegExp(`/${name}-[\\w-]{8}\\.js$`).test(file)).length,
      language,
    );
  // Others use the same account: its language stays.
  let kept = { appearanceMode: 'system', language: 'en' };
  await page.route('**/me/custom-data', async route => {
    kept = route.request().postDataJSON()?.adminConsolePreferences ?? kept;
    await route.fulfill({ json: { adminConsolePreferences: kept } });
  });
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  const english = await measurePage(page, () => page.goto(address), '/console/');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  const isKept = page.waitForResponse(
    response => response.url().endsWith('/me/custom-data') && response.request().method() !== 'GET',
  );
  await page.getByRole('menuitemradio', { name: 'Русский' }).click();
  await isKept;
  const t = await wordsOf('ru', 'console');
  await expect(page.getByRole('link', { name: t('areas.applications'), exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await filesOf('ru')).toBe(1);
  expect(await filesOf('de')).toBe(0);
  const russian = await measurePage(page, () => page.goto(address), '/console/');
  expect(await filesOf('en')).toBe(0);
  expect(russian.gzipBytes - english.gzipBytes).toBeLessThan(25 * kilobyte);
});

test('[L10N-1] a form with errors follows the language: what is wrong, and what is unsaved', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/roles', {
    name: `Pilots ${Date.now()}`,
    description: 'Guide ships',
  });
  // Others use the same account: its language stays.
  let kept = { appearanceMode: 'system', language: 'en' };
  await page.route('**/me/custom-data', async route => {
    kept = route.request().postDataJSON()?.adminConsolePreferences ?? kept;
    await route.fulfill({ json: { adminConsolePreferences: kept } });
  });
  await page.goto(`${product.console}/roles/${id}/general`);
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByLabel('Description', { exact: true }).fill('x'.repeat(129));
  await page.getByRole('button', { name: 'Save changes' }).click();
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toContainText('Unsaved changes to Name and Description');
  const english = await wordsOf('en', 'errors');
  await expect(page.getByText(english('validation.required'))).toBeVisible();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  const [errors, words, kit] = [
    await wordsOf('de', 'errors'),
    await wordsOf('de', 'console'),
    await wordsOf('de', 'kit'),
  ];
  await expect(page.getByText(errors('validation.required'))).toBeVisible();
  await expect(page.getByText(english('validation.required'))).toHaveCount(0);
  const unsaved = page.getByRole('region', { name: kit('unsaved_changes') });
  await expect(unsaved).toContainText(words('general.name'));
  await expect(unsaved).toContainText(words('general.description'));
  await expect(unsaved).not.toContainText('Description');
  // The typed text is still there.
  await expect(page.getByLabel(words('general.description'), { exact: true })).toHaveValue('x'.repeat(129));
});

test('a screen that opens while another language is on its way speaks that language, too', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/drafts', { name: 'Spoken' });
  await management('POST', `/drafts/${id}/requests`, {
    method: 'PATCH',
    path: '/sign-in-exp',
    body: { supportEmail: 'help@example.com' },
  });
  await page.goto(`${product.console}/drafts`);
  await expect(page.getByRole('link', { name: 'Spoken' })).toBeVisible();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  await page.route('**/assets/de-*.js', async route => {
    held += 1;
    await isReleased;
    await route.continue();
  });
  await page.evaluate(newValue => {
    const key = 'gatehouse:language';
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }, 'de');
  await expect.poll(() => held).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Spoken' }).click();
  await expect(page.getByRole('columnheader', { name: 'Live settings' })).toBeVisible();
  release();
  await expect(page.getByRole('columnheader', { name: 'Aktive Einstellungen' })).toBeVisible();
});
