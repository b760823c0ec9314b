import { join } from 'node:path';
import type { Browser, Page, Route } from '@playwright/test';
import { speak } from '../e2e/support/language.ts';

export type Look = {
  name: string;
  scheme: 'light' | 'dark';
  language: string;
  width: number;
  height: number;
};

export const light: Look = { name: 'light', scheme: 'light', language: 'en', width: 1440, height: 900 };
export const looks: Look[] = [
  light,
  { ...light, name: 'dark', scheme: 'dark' },
  { ...light, name: 'arabic', language: 'ar' },
  { ...light, name: 'phone', width: 390, height: 844 },
];

/** A page gets a size and colors. It speaks English, in which screens are found, but for its picture. */
export const wear = async (page: Page, look: Look) => {
  page.setDefaultTimeout(20_000);
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.emulateMedia({ colorScheme: look.scheme });
  // The pictures of one screen change nothing for those of the next.
  await page.route('**/me/custom-data', route =>
    route.fulfill({ json: { adminConsolePreferences: { appearanceMode: 'system', language: 'en' } } }),
  );
};

export const openLook = async (browser: Browser, look: Look) => {
  const page = await (await browser.newContext({ locale: 'en' })).newPage();
  await wear(page, look);
  return page;
};

export const photographerOf = (directory: string) => {
  const picture = async (page: Page, name: string) => {
    await isIdle(page);
    await page.locator('[class*=skeleton]').first().waitFor({ state: 'detached' });
    const preview = 'iframe[src^="/sign-in-preview"]';
    if (await page.locator(preview).count()) await page.frameLocator(preview).locator('h1').waitFor();
    await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled' });
  };
  return {
    picture,
    ofConsole: async (page: Page, name: string, look: Look) => {
      if (look.language === 'en') return picture(page, `${name}-${look.name}`);
      await speakWhenIdle(page, look.language);
      await picture(page, `${name}-${look.name}`);
      await speakWhenIdle(page, 'en');
    },
    /** These pages are in the language that the browser asks for, and continue from where they were after a reload. */
    ofServerPage: async (page: Page, name: string, look: Look) => {
      if (look.language === 'en') return picture(page, `${name}-${look.name}`);
      const address = page.url();
      const translate = (route: Route) =>
        route.continue({ headers: { ...route.request().headers(), 'accept-language': look.language } });
      await page.route('**', translate, { times: 1 });
      await page.goto(address.replace('language=en', `language=${look.language}`));
      await picture(page, `${name}-${look.name}`);
      await page.goto(address);
    },
  };
};

export type Photographer = ReturnType<typeof photographerOf>;

/** A busy machine may never call a page idle: after this long it has what it needs. */
const isIdle = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);

const speakWhenIdle = async (page: Page, language: string) => {
  await isIdle(page);
  await speak(page, language);
  // Data is requested again after the language changes, and a browser reports a page as idle only once.
  await page.waitForTimeout(1000);
};
