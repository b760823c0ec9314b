import { expect, type Page } from '@playwright/test';
import { administrator } from './test.ts';

/** Opens the dialog for a new username. The password is asked for, unless a test in the same session entered it before. */
export const openUsername = async (page: Page) => {
  await page.getByRole('button', { name: 'Change username' }).click();
  await expect(page).toHaveURL(/\/profile\/(verify-password|change-username)$/);
  if (page.url().endsWith('/verify-password')) {
    await page.getByLabel('Current password').fill(administrator.password);
    await page.keyboard.press('Enter');
  }
  await expect(page).toHaveURL(/\/profile\/change-username$/);
};
