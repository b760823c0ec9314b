import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test } from './support/test.ts';

const password = 'correct horse 8 Battery';

test('the overview of a user shows methods, sessions, sign-ins, roles and organizations, and what can be done', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const username = `seen_${Date.now()}`;
  const primaryEmail = `${username}@example.com`;
  const user = await management('POST', '/users', { username, password, primaryEmail, name: 'Seen Person' });
  const role = await management('POST', '/roles', { name: username, description: 'Sees', type: 'User' });
  await management('POST', `/users/${user.id}/roles`, { roleIds: [role.id] });
  const organization = await management('POST', '/organizations', { name: `Guild ${username}` });
  await management('POST', `/organizations/${organization.id}/users`, { userIds: [user.id] });
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`${product.tenantEndpoint}/demo-app`);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(visitor, { username, password });
  await expect(visitor.getByText(username).first()).toBeVisible();
  await context.close();
  await expect.poll(async () => (await management('GET', `/sign-ins?userId=${user.id}`)).length).toBe(1);

  await page.goto(`${product.console}/users/${user.id}`);
  await expect(page).toHaveURL(/\/overview$/);
  const main = page.getByRole('main');
  const header = main.locator('header').first();
  await expect(header).toContainText(primaryEmail);
  await expect(header).toContainText(/Last sign-in (now|\d+ seconds? ago|\d+ minutes? ago)/);
  await expect(header.getByText('Active', { exact: true })).toBeVisible();
  await expect(main.getByText('No MFA factors set up.')).toBeVisible();
  const card = (name: string) =>
    main.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(card('Sessions')).toContainText('Chrome');
  await expect(card('Latest sign-ins').getByRole('listitem').first()).toHaveText('Password');
  await expect(card('Roles').getByRole('link', { name: username })).toBeVisible();
  await expect(card('Organizations').getByRole('link', { name: organization.name })).toBeVisible();
  await expectAccessible(page, 'user overview');

  await main.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(main.getByText('No active sessions.')).toBeVisible();
  await main.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(header.getByText('Suspended', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('dialog').getByText('Password changed').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(main.getByRole('button', { name: 'Impersonate user' })).toBeVisible();

  await card('Latest sign-ins').getByRole('link', { name: 'Live preview' }).click();
  await expect(page.getByRole('dialog').getByText('Started an interaction')).toBeVisible();
  await management('DELETE', `/users/${user.id}`);
  await management('DELETE', `/roles/${role.id}`);
  await management('DELETE', `/organizations/${organization.id}`);
});
