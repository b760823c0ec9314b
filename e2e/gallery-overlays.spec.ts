import { expect, type Page } from '@playwright/test';
import { stopTime } from './support/clock.ts';
import { open, press, test } from './support/gallery.ts';

const answers = (page: Page) => page.locator('output');

test('[UI-1] a new question cancels the pending one', async ({ page }) => {
  await open(page, 'overlays');
  await press(page, 'Ask twice');
  await expect(page.getByRole('alertdialog', { name: 'Second question' })).toBeVisible();
  await expect(page.getByRole('alertdialog', { name: 'First question' })).toHaveCount(0);
  await expect(answers(page)).toHaveText('first: [false]');
  await press(page, 'Confirm');
  await expect(answers(page)).toHaveText('first: [false]; second: [true,null]');
});

test('[UI-1] confirming answers true with the payload, and only after the name was typed', async ({
  page,
}) => {
  await open(page, 'overlays');
  await press(page, 'Ask with a payload');
  await page.getByLabel('Reason').fill('Left the company');
  await press(page, 'Suspend user');
  await expect(answers(page)).toHaveText('payload: [true,"Left the company"]');

  await press(page, 'Ask for the name');
  const confirm = page.getByRole('button', { name: 'Delete application' });
  await page.getByLabel('Type “Storefront” to confirm').fill('Store');
  await expect(confirm).toBeDisabled();
  await page.getByLabel('Type “Storefront” to confirm').fill('Storefront');
  await confirm.click();
  await expect(answers(page)).toContainText('named: [true');
});

test('[UI-1] cancel, Escape and the browser’s back answer false', async ({ page }) => {
  await open(page, 'overlays');
  await page.evaluate(() => history.pushState(null, '', '#next'));
  const leave = [
    () => press(page, 'Cancel'),
    () => page.keyboard.press('Escape'),
    () => page.evaluate(() => history.back()),
  ];
  const expected: string[] = [];
  for (const act of leave) {
    await press(page, 'Ask');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await act();
    expected.push('delete: [false]');
    await expect(answers(page)).toHaveText(expected.join('; '));
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
});

test('[UI-1] an alert only has a close button', async ({ page }) => {
  await open(page, 'overlays');
  await press(page, 'Tell');
  await expect(page.getByRole('alertdialog').getByRole('button')).toHaveText(['Close']);
  await press(page, 'Close');
  await expect(answers(page)).toHaveText('alert: [false]');
});

test('[UI-4] submenus open after 300 ms of hover and close 100 ms after leaving', async ({ page }) => {
  await open(page, 'overlays');
  await press(page, 'Ada Lovelace');
  const language = page.getByRole('menuitem', { name: 'Language' });
  await expect(language).toBeVisible();
  await stopTime(page);
  await language.hover();
  await page.clock.runFor(299);
  await expect(page.getByRole('menuitemradio')).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeVisible();
  await page.mouse.move(5, 700);
  await page.clock.runFor(99);
  await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeVisible();
  // It fades out first.
  await page.clock.runFor(150);
  await expect(page.getByRole('menuitemradio')).toHaveCount(0);
});

test('[UI-4] menu items are 40 px high, 4 px apart, 16 px from the edge; sign-out spins', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'overlays');
  await press(page, 'Ada Lovelace');
  const profile = await page.getByRole('menuitem', { name: 'Profile' }).boundingBox();
  const language = await page.getByRole('menuitem', { name: 'Language' }).boundingBox();
  expect(profile!.height).toBe(40);
  expect(language!.y - profile!.y - profile!.height).toBe(4);
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu!.y).toBeGreaterThanOrEqual(16);
  expect(menu!.y + menu!.height).toBeLessThanOrEqual(500 - 16);
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('target', '_blank');
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  await signOut.click();
  await expect(signOut.locator('[data-spinner]')).toBeVisible();
});
