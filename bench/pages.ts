import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import type { Product } from '../e2e/support/product.ts';
import { administrator, createAdministrator, signIn } from '../e2e/support/test.ts';
import config from '../playwright.config.ts';

/** What a page loads (JavaScript and CSS, each file gzipped) and when its first content is painted. */
const measurePage = async (page: Page, open: () => Promise<unknown>, prefix: string) => {
  const sizes = new Map<string, number>();
  const weigh = async (response: import('@playwright/test').Response) => {
    const path = new URL(response.url()).pathname;
    if (!path.startsWith(prefix) || !/\.(js|css)$/.test(path)) return;
    sizes.set(path, gzipSync(await response.body()).length);
  };
  page.on('response', weigh);
  await open();
  await page.waitForLoadState('networkidle');
  page.off('response', weigh);
  const firstContentfulPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  );
  return {
    gzipBytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    files: sizes.size,
    firstContentfulPaintMilliseconds: Math.round(firstContentfulPaint),
  };
};

export const measurePages = async (product: Product) => {
  await createAdministrator(product);
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await (await browser.newContext()).newPage();
    const signInPage = await measurePage(
      page,
      async () => {
        await page.goto(product.console);
        await page.waitForURL(/\/sign-in/);
      },
      '/experience/',
    );
    await signIn(page, administrator);
    await page.waitForURL(/\/get-started$/);
    const consolePage = await measurePage(page, () => page.reload(), '/console/');
    return { signIn: signInPage, console: consolePage };
  } finally {
    await browser.close();
  }
};
