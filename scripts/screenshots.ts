import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page, type Route } from '@playwright/test';
import { speak } from '../e2e/support/language.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { administrator, createAdministrator } from '../e2e/support/test.ts';
import { languages } from '../packages/phrases/src/languages.ts';
import config from '../playwright.config.ts';
import { consoleScreens, signInScreens } from './screens.ts';

/**
 * Pictures of the running product with demo data. Without a flag: those of the README, into docs/images. With
 * `--review <folder>`: every screen in light, dark, right-to-left and on a phone, for looking at; with
 * `--only <start>` those whose name begins so, with `--languages` ten of them in every language instead. Every screen is
 * opened in English and speaks another language for its picture.
 */
const { values: flags } = parseArgs({
  options: {
    review: { type: 'string' },
    only: { type: 'string', default: '' },
    languages: { type: 'boolean', default: false },
  },
});

type Look = { name: string; scheme: 'light' | 'dark'; language: string; width: number; height: number };

const light: Look = { name: 'light', scheme: 'light', language: 'en', width: 1440, height: 900 };
const looks: Look[] = [
  light,
  { ...light, name: 'dark', scheme: 'dark' },
  { ...light, name: 'arabic', language: 'ar' },
  { ...light, name: 'phone', width: 390, height: 844 },
];

const tellingScreens = [
  'get-started',
  'dashboard',
  'applications',
  'application-create',
  'branding',
  'sign-up-and-sign-in',
  'mfa',
  'connectors',
  'audit-logs',
  'profile',
];

const directory = flags.review ?? join(import.meta.dirname, '../docs/images');

const picture = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle', { timeout: 60_000 });
  await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled' });
};

const openLook = async (browser: Browser, look: Look) => {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    locale: 'en',
  });
  const page = await context.newPage();
  // The pictures of one screen change nothing for those of the next.
  await page.route('**/me/custom-data', route =>
    route.fulfill({ json: { adminConsolePreferences: { appearanceMode: 'system', language: 'en' } } }),
  );
  return page;
};

const speakWhenIdle = async (page: Page, language: string) => {
  await page.waitForLoadState('networkidle');
  await speak(page, language);
  // What the server has to say is asked for again; a browser calls a page idle only once.
  await page.waitForTimeout(1000);
};

const pictureOfConsole = async (page: Page, name: string, look: Look) => {
  if (look.language === 'en') return picture(page, `${name}-${look.name}`);
  await speakWhenIdle(page, look.language);
  await picture(page, `${name}-${look.name}`);
  await speakWhenIdle(page, 'en');
};

/** These pages go on from where they were when they are loaded again. */
const pictureOfSignIn = async (page: Page, name: string, look: Look) => {
  if (look.language === 'en') return picture(page, `${name}-${look.name}`);
  const translate = (route: Route) =>
    route.continue({ headers: { ...route.request().headers(), 'accept-language': look.language } });
  await page.route('**', translate, { times: 1 });
  await page.reload();
  await picture(page, `${name}-${look.name}`);
  await page.reload();
};

const enter = async (page: Page) => {
  await page.locator('main form input').first().fill(administrator.username);
  await page.locator('input[type=password]').fill(administrator.password);
  await page.locator('main form button[type=submit]').click();
};

const takeReadmePictures = async (browser: Browser, product: Product) => {
  const page = await openLook(browser, light);
  await page.goto(product.console);
  await page.waitForURL(/\/sign-in/);
  await picture(page, 'sign-in');
  await enter(page);
  await page.waitForURL(/\/get-started$/);
  await consoleScreens.applications?.(page, product.console);
  await picture(page, 'applications');
};

/** A screen that cannot be reached is told of, and the others are still taken. */
const takeReviewPictures = async (browser: Browser, product: Product, look: Look) => {
  const page = await openLook(browser, look);
  page.setDefaultTimeout(20_000);
  const take = async (name: string, open: () => Promise<unknown>, takePicture: typeof pictureOfConsole) => {
    if (!name.startsWith(flags.only) || (flags.languages && !tellingScreens.includes(name))) return;
    await open()
      .then(() => takePicture(page, name, look))
      .catch((error: Error) => console.error(`${name}, ${look.name}: ${error.message}`));
  };
  for (const [name, open] of Object.entries(await signInScreens(product)))
    await take(name, () => open(page), pictureOfSignIn);
  await page.goto(product.console);
  await page.waitForURL(/\/sign-in/);
  await pictureOfSignIn(page, 'sign-in', look);
  await enter(page);
  await page.waitForURL(/\/get-started$/);
  for (const [name, open] of Object.entries(consoleScreens))
    await take(name, () => open(page, product.console), pictureOfConsole);
  await page.context().close();
};

const takeWelcomePicture = async (browser: Browser, product: Product, look: Look) => {
  const page = await openLook(browser, look);
  await page.goto(product.console);
  await page.waitForURL(/\/welcome/);
  await page.getByRole('textbox').first().waitFor();
  await pictureOfConsole(page, 'welcome', look);
  await page.context().close();
};

await mkdir(directory, { recursive: true });
const product = await startProduct({ flags: ['--demo'] });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  if (flags.review && !flags.languages)
    for (const look of looks) await takeWelcomePicture(browser, product, look);
  await createAdministrator(product);
  if (!flags.review) await takeReadmePictures(browser, product);
  else
    for (const look of flags.languages
      ? languages.map(language => ({ ...light, name: language, language }))
      : looks)
      await takeReviewPictures(browser, product, look);
} finally {
  await browser.close();
  await product.stop();
}
