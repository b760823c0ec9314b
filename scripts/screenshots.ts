import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { createAdministrator, signIn } from '../e2e/support/test.ts';
import config from '../playwright.config.ts';

/**
 * Pictures of the running product with demo data. Without a flag: those of the README, into docs/images. With
 * `--review <folder>`: every screen in light, dark, right-to-left and on a phone, for looking at.
 */
const { values: flags } = parseArgs({ options: { review: { type: 'string' } } });

type Look = { name: string; scheme: 'light' | 'dark'; language: string; width: number; height: number };

const light: Look = { name: 'light', scheme: 'light', language: 'en', width: 1440, height: 900 };
const looks: Look[] = flags.review
  ? [
      light,
      { ...light, name: 'dark', scheme: 'dark' },
      { ...light, name: 'arabic', language: 'ar' },
      { ...light, name: 'phone', width: 390, height: 844 },
    ]
  : [light];

const directory = flags.review ?? join(import.meta.dirname, '../docs/images');

const openFirst = async (page: Page, path: string, tab: string) => {
  await page.goto(path);
  await page.getByRole('table').getByRole('link').first().click();
  await page.waitForURL(new RegExp(`/${tab}$`));
};

/** How to get to each screen; the README shows the first one and the sign-in page. */
const screens: Record<string, (page: Page, base: string) => Promise<unknown>> = {
  applications: (page, base) => page.goto(`${base}/applications`),
  application: (page, base) => openFirst(page, `${base}/applications?type=MachineToMachine`, 'settings'),
  history: async (page, base) => {
    await openFirst(page, `${base}/api-resources`, 'permissions');
    await page.getByRole('button', { name: 'History' }).click();
  },
  'api-resources': (page, base) => page.goto(`${base}/api-resources`),
  'api-resource': (page, base) => openFirst(page, `${base}/api-resources`, 'permissions'),
  'create-api-resource': (page, base) => page.goto(`${base}/api-resources/create`),
  'get-started': (page, base) => page.goto(`${base}/get-started`),
  profile: (page, base) => page.goto(`${base}/profile`),
  'not-found': (page, base) => page.goto(`${base}/nothing-here`),
  palette: async (page, base) => {
    await page.goto(`${base}/applications`);
    await page.getByRole('table').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Type a page').waitFor();
    await page.keyboard.type('sto');
  },
};

const picture = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled' });
};

const takePictures = async (browser: Browser, product: Product, look: Look) => {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    locale: look.language,
  });
  await context.addInitScript(
    language => localStorage.setItem('gatehouse:language', language),
    look.language,
  );
  const page = await context.newPage();
  const suffix = flags.review ? `-${look.name}` : '';
  await page.goto(product.console);
  await page.waitForURL(/\/sign-in/);
  await picture(page, `sign-in${suffix}`);
  await signIn(page);
  await page.waitForURL(/\/get-started$/);
  const wanted = Object.entries(screens).slice(0, flags.review ? undefined : 1);
  for (const [name, open] of wanted) {
    await open(page, product.console);
    await picture(page, `${name}${suffix}`);
  }
  await context.close();
};

await mkdir(directory, { recursive: true });
const product = await startProduct({ flags: ['--demo'] });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  await createAdministrator(product);
  for (const look of looks) await takePictures(browser, product, look);
} finally {
  await browser.close();
  await product.stop();
}
