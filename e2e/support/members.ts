import { type Browser, expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';
import { administrator } from './test.ts';

/** Creates the account of an invited user, from the choice of a username on. */
export const registerMember = async (guest: Page, username: string) => {
  await guest.getByLabel('Username').fill(username);
  await guest.getByRole('button', { name: 'Continue', exact: true }).click();
  await guest
    .getByRole('textbox', { name: 'New password' })
    .or(guest.getByLabel('Password', { exact: true }))
    .first()
    .fill(administrator.password);
  await guest.getByRole('button', { name: 'Continue', exact: true }).click();
};

type Invitation = { product: Product; browser: Browser; username: string; role: RegExp };

/** Invites someone with a role, who registers in their own browser. The page may read the clipboard. */
export const inviteMember = async (page: Page, { product, browser, username, role }: Invitation) => {
  await page.goto(`${product.console}/tenant-settings/members`);
  await page.getByRole('button', { name: 'Invite members' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(`${username}@harbour.example `);
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: 'Create links' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const readLink = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(readLink).toContain(username);
  const link = await readLink();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await registerMember(guest, username);
  await expect(guest.getByRole('heading', { name: 'Get started' })).toBeVisible();
  return guest;
};
