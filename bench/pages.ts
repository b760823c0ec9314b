import { chromium } from '@playwright/test';
import { measurePage } from '../e2e/support/page-weight.ts';
import type { Product } from '../e2e/support/product.ts';
import { administrator, createAdministrator, signIn } from '../e2e/support/test.ts';
import config from '../playwright.config.ts';

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
