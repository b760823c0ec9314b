import { expect } from '@playwright/test';
import { stopTime } from './support/clock.ts';
import { open, press, test } from './support/gallery.ts';

test('[UI-2] a loading button is disabled at once and spins after 500 ms', async ({ page }) => {
  await stopTime(page);
  await open(page, 'primitives');
  const button = page.getByRole('button', { name: 'Start loading' });
  await button.press('Enter');
  await expect(button).toBeDisabled();
  await expect(button).toBeFocused();
  await page.clock.runFor(499);
  await expect(button.locator('[data-spinner]')).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(button.locator('[data-spinner]')).toHaveCount(1);
  await press(page, 'Stop loading');
  await expect(button).toBeEnabled();
  await expect(button.locator('[data-spinner]')).toHaveCount(0);
});

test('[UI-2] a page’s loading indicator appears after 500 ms', async ({ page }) => {
  await stopTime(page);
  await open(page, 'primitives');
  const indicator = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(page.getByRole('heading', { name: 'Page loading' })).toBeVisible();
  await page.clock.runFor(499);
  await expect(indicator).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(indicator).toBeVisible();
});

test('[UI-5] an avatar is its picture, a placeholder when that fails, or an initial by code point', async ({
  page,
}) => {
  await open(page, 'primitives');
  const avatar = (name: string) => page.getByRole('img', { name, exact: true });
  await expect(avatar('With a picture').locator('img')).toBeVisible();
  await expect(avatar('With a broken picture').locator('svg')).toBeVisible();
  await expect(avatar('With a broken picture').locator('img')).toHaveCount(0);

  const colorOf = (name: string) =>
    avatar(name)
      .locator('span')
      .evaluate(face => getComputedStyle(face).backgroundColor);
  const colors = await Promise.all([...'ABCDEFGHIJKL'].map(colorOf));
  expect(new Set(colors).size).toBe(12);
  // M is twelve code points after A.
  expect(await colorOf('With a tooltip')).toBe(colors[0]);
  await expect(avatar('With a tooltip')).toHaveText('M');
  await avatar('With a tooltip').hover();
  for (const line of ['Mary Shelley', 'mary@harbour.example', '+49 30 1234567', 'mary']) {
    await expect(page.getByText(line, { exact: true }).last()).toBeVisible();
  }
});

test('[UI-9] the error panel shows code, message and details, and tries again', async ({ page }) => {
  await open(page, 'messages');
  const panel = page.getByRole('alert');
  await expect(panel).toContainText('Something went wrong');
  await expect(panel).toContainText('entity.not_found');
  await expect(panel).toContainText('This application does not exist any more.');
  await expect(panel.locator('pre')).toBeHidden();
  await panel.getByText('Details').click();
  await expect(panel.locator('pre')).toContainText('Error: 404');
  await press(page, 'Try again');
  await expect(page.getByText('Tried again 1 times.')).toBeVisible();
});

test('[UI-10] the top bar gets a shadow once the content is scrolled', async ({ page }) => {
  await open(page, 'data');
  const shadow = () =>
    page
      .getByRole('banner')
      .locator('..')
      .evaluate(bar => getComputedStyle(bar).boxShadow);
  expect(await shadow()).toBe('none');
  await page.locator('main').evaluate(main => main.scrollTo(0, 200));
  await expect.poll(shadow).not.toBe('none');
  await page.locator('main').evaluate(main => main.scrollTo(0, 0));
  await expect.poll(shadow).toBe('none');
});

test('[UI-11] an unknown address says that there is no such page', async ({ page }) => {
  await open(page, 'no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('on a narrow screen the sidebar opens from its button and closes with Escape', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'list');
  const link = page.getByRole('link', { name: 'Primitives' });
  await expect(link).toBeHidden();
  await press(page, 'Open menu');
  await expect(link).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
});
