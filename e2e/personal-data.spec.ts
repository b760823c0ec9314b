import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { test } from './support/applications.ts';
import { expect, signIn } from './support/test.ts';

const password = 'a fine Day 4 sailing';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('heading') });
const agree = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
const saved = async (page: Page, press: () => Promise<void>) => {
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
};

test.afterEach(async ({ management }) => {
  const personalData = { canExport: false, canDelete: false, graceDays: 14 };
  await management('PATCH', '/account-center', { enabled: false, personalData });
});

test('a person downloads everything, deletes the account, and keeps it at the next sign-in', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const name = 'Mara <b>Quay</b>';
  const { id } = await management('POST', '/users', { username: 'data_mara', password, name });

  await page.goto(`${product.console}/security/general`);
  await page.getByLabel('Enable the account center').check();
  await page.getByLabel('Let users download their data').check();
  await page.getByLabel('Let users delete their account').check();
  await page.getByLabel('Grace period in days').fill('10');
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await management('GET', '/account-center')).personalData)
    .toEqual({ canExport: true, canDelete: true, graceDays: 10 });

  const context = await browser.newContext();
  const mine = await context.newPage();
  await mine.goto(`${product.tenantEndpoint}/account/personal-data`);
  await signIn(mine, { username: 'data_mara', password });
  await button(mine, 'Download as HTML').click();
  await expect(dialog(mine)).toContainText('Verify your identity');
  await dialog(mine).getByRole('textbox', { name: 'Password' }).fill(password);
  const readable = await saved(mine, () => button(mine, 'Verify').click());
  expect(readable.name).toBe('personal-data.html');
  const file = await context.newPage();
  await file.setContent(readable.text);
  await expect(file.getByRole('heading', { name: 'Personal data' })).toBeVisible();
  await expect(file.getByText(name).first()).toBeVisible();
  await expect(file.locator('b')).toHaveCount(0);
  const machine = await saved(mine, () => button(mine, 'Download as JSON').click());
  expect(JSON.parse(machine.text)).toMatchObject({ version: 1, userId: id });

  await button(mine, 'Delete my account').click();
  await agree(mine, 'Delete my account');
  await expect(mine.getByRole('heading', { name: 'Your account will be deleted' })).toBeVisible();

  await page.goto(`${product.console}/users/${id}/settings`);
  await expect(page.getByText(/Deletion pending until/)).toBeVisible();

  const enter = async () => {
    await mine.goto(`${product.tenantEndpoint}/account/personal-data`);
    await signIn(mine, { username: 'data_mara', password });
    await expect(button(mine, 'Keep my account')).toBeVisible();
  };
  await enter();
  await mine.reload();
  await button(mine, 'Continue with deletion').click();
  await expect(mine.getByRole('heading', { name: 'Your account will still be deleted' })).toBeVisible();
  await expect(mine.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  expect((await management('GET', `/users/${id}`)).deletionDueAt).not.toBe(null);
  await enter();
  await button(mine, 'Keep my account').click();
  await expect(button(mine, 'Delete my account')).toBeVisible();
  expect((await management('GET', `/users/${id}`)).deletionDueAt).toBe(null);
  await context.close();
});

test('an administrator exports a person, calls a deletion off and erases: history names a deleted user', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const personalData = { canExport: true, canDelete: true, graceDays: 14 };
  await management('PATCH', '/account-center', { enabled: true, personalData });
  const user = { username: 'data_otto', password, name: 'Otto Pier' };
  const { id } = await management('POST', '/users', user);
  const context = await browser.newContext();
  const mine = await context.newPage();
  await mine.goto(`${product.tenantEndpoint}/account/personal-data`);
  await signIn(mine, { username: 'data_otto', password });
  await button(mine, 'Delete my account').click();
  await dialog(mine).getByRole('textbox', { name: 'Password' }).fill(password);
  await button(mine, 'Verify').click();
  await agree(mine, 'Delete my account');
  await expect(mine.getByRole('heading', { name: 'Your account will be deleted' })).toBeVisible();
  await context.close();

  await page.goto(`${product.console}/users/${id}/settings`);
  await button(page, 'Cancel deletion').click();
  await expect(page.getByText('Deletion of Otto Pier canceled').first()).toBeVisible();
  await expect(page.getByText(/Deletion pending until/)).toHaveCount(0);

  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const json = await saved(page, () => menu('Export data as JSON'));
  expect(JSON.parse(json.text).parts.profile[0]).toMatchObject({ id, name: 'Otto Pier' });
  const html = await saved(page, () => menu('Export data as HTML'));
  expect(html.name).toBe(`personal-data-${id}.html`);

  await menu('Erase user');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Erase user' })).toBeDisabled();
  await page.getByRole('alertdialog').getByRole('textbox').fill('Otto Pier');
  await agree(page, 'Erase user');
  await expect(page).toHaveURL(/\/users$/);

  await page.goto(`${product.console}/audit-logs/changes`);
  await expect(page.getByText('Deleted user').first()).toBeVisible();
  await expect(page.getByText('Otto Pier')).toHaveCount(0);
  await page.goto(`${product.console}/audit-logs?view=events`);
  await expect(page.getByText('Deleted user').first()).toBeVisible();
});
