import type { Page } from '@playwright/test';

/** Stops the page's time: from here on it passes only by `page.clock.runFor`, however slow the machine is. */
export const stopTime = async (page: Page) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
};
