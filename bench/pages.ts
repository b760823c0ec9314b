import { gzipSync } from 'node:zlib';
import { chromium, type Page, type Request } from '@playwright/test';
import type { Product } from '../e2e/support/product.ts';
import { administrator, createAdministrator, signIn } from '../e2e/support/test.ts';
import config from '../playwright.config.ts';

const gzipSize = async (address: string) => {
  const response = await fetch(address);
  return gzipSync(await response.arrayBuffer()).length;
};

/** What a page loads (JavaScript and CSS, each file gzipped) and when its first content is painted. */
const measurePage = async (page: Page, open: () => Promise<unknown>, prefix: string) => {
  const addresses = new Set<string>();
  const note = (request: Request) => {
    const { pathname, href } = new URL(request.url());
    if (pathname.startsWith(prefix) && /\.(js|css)$/.test(pathname)) addresses.add(href);
  };
  page.on('request', note);
  await open();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  const sizes = await Promise.all([...addresses].map(gzipSize));
  const firstContentfulPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  );
  return {
    gzipBytes: sizes.reduce((sum, size) => sum + size, 0),
    files: sizes.length,
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
