import type { Page } from '@playwright/test';

/** Counts the presses of a pointer on a page from now on, also across its addresses. */
export const countClicks = async (page: Page) => {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() =>
    window.addEventListener(
      'pointerdown',
      () => void (window as unknown as { countClick(): void }).countClick(),
      { capture: true },
    ),
  );
  return () => clicks;
};
