import type { Page } from '@playwright/test';

/** As a choice in another tab would. */
export const speak = async (page: Page, language: string) => {
  await page.evaluate(newValue => {
    const key = 'gatehouse:language';
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }, language);
  await page.locator(`html[lang="${language}"]`).waitFor();
};
