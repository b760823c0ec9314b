import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { createAdministrator, signIn } from '../e2e/support/test.ts';
import config from '../playwright.config.ts';
import { consoleScreens, signInScreens } from './screens.ts';

/**
 * Pictures of the running product with demo data. Without a flag: those of the README, into docs/images. With
 * `--review <folder>`: every screen in light, dark, right-to-left and on a phone, for looking at; with
 * `--only <start>` those whose name begins so.
 */
const { values: flags } = parseArgs({
  options: { review: { type: 'string' }, only: { type: 'string', default: '' } },
});

type Look = { name: string; scheme: 'light' | 'dark'; language: string; width: number; height: number };

const light: Look = { name: 'light', scheme: 'light', language: 'en', width: 1440, height: 900 };
const looks: Look[] = [
  light,
  { ...light, name: 'dark', scheme: 'dark' },
  { ...light, name: 'arabic', language: 'ar' },
  { ...light, name: 'phone', width: 390, height: 844 },
];

const directory = flags.review ?? join(import.meta.dirname, '../docs/images');

const picture = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled' });
};

const openLook = async (browser: Browser, look: Look) => {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    locale: look.language,
  });
  await context.addInitScript(
    language => localStorage.setItem('gatehouse:language', language),
    look.language,
  );
  return context.newPage();
};

const takeReadmePictures = async (browser: Browser, product: Product) => {
  const page = await openLook(browser, light);
  await page.goto(product.console);
  await page.waitForURL(/\/sign-in/);
  await picture(page, 'sign-in');
  await signIn(page);
  await page.waitForURL(/\/get-started$/);
  await consoleScreens.applications?.(page, product.console);
  await picture(page, 'applications');
};

/** A screen that cannot be reached is told of, and the others are still taken. */
const takeReviewPictures = async (browser: Browser, product: Product, look: Look) => {
  const page = await openLook(browser, look);
  page.setDefaultTimeout(20_000);
  const take = async (name: string, open: () => Promise<unknown>) => {
    if (!name.startsWith(flags.only)) return;
    await open().catch((error: Error) => console.error(`${name}, ${look.name}: ${error.message}`));
    await picture(page, `${name}-${look.name}`);
  };
  for (const [name, open] of Object.entries(await signInScreens(product))) await take(name, () => open(page));
  await page.goto(product.console);
  await page.waitForURL(/\/sign-in/);
  await picture(page, `sign-in-${look.name}`);
  await signIn(page);
  await page.waitForURL(/\/get-started$/);
  for (const [name, open] of Object.entries(consoleScreens)) {
    await take(name, () => open(page, product.console));
  }
  await page.context().close();
};

const takeWelcomePicture = async (browser: Browser, product: Product, look: Look) => {
  const page = await openLook(browser, look);
  await page.goto(product.console);
  await page.waitForURL(/\/welcome/);
  await page.getByRole('textbox').first().waitFor();
  await picture(page, `welcome-${look.name}`);
  await page.context().close();
};

await mkdir(directory, { recursive: true });
const product = await startProduct({ flags: ['--demo'] });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  if (flags.review) for (const look of looks) await takeWelcomePicture(browser, product, look);
  await createAdministrator(product);
  if (!flags.review) await takeReadmePictures(browser, product);
  else for (const look of looks) await takeReviewPictures(browser, product, look);
} finally {
  await browser.close();
  await product.stop();
}
