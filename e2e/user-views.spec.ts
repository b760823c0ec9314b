import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('the user list shows methods and organizations, and keeps filters as views of the administrator', async ({
  console: page,
  product,
  management,
}) => {
  const stamp = Date.now();
  const username = `viewed_${stamp}`;
  const user = await management('POST', '/users', { username, password: 'correct horse 8 Battery' });
  await management('PUT', `/users/${user.id}/identities/github`, { userId: '583231', details: {} });
  const organizations = [];
  for (const name of ['Atlas', 'Borealis', 'Cirrus'])
    organizations.push(await management('POST', '/organizations', { name: `${name} ${stamp}` }));
  for (const { id } of organizations)
    await management('POST', `/organizations/${id}/users`, { userIds: [user.id] });

  await page.goto(`${product.console}/users?search=${username}`);
  const row = page.getByRole('row').filter({ hasText: username });
  const methods = row.getByRole('list', { name: 'Sign-in methods' });
  await expect(methods.getByRole('img', { name: 'Password' })).toBeVisible();
  await expect(methods.getByRole('img', { name: 'GitHub' }).locator('img:visible')).toHaveCount(1);
  await methods.getByRole('img', { name: 'GitHub' }).hover();
  await expect(page.getByText('GitHub', { exact: true })).toBeVisible();
  await expect(row).toContainText(`Atlas ${stamp}`);
  await expect(row).toContainText(`Borealis ${stamp}`);
  await expect(row.getByRole('link', { name: '1 more organization' })).toHaveText('+1');

  const views = page.getByRole('navigation', { name: 'User management' });
  await views.getByRole('link', { name: 'Never signed in' }).click();
  await expect(page).toHaveURL(/\?signed-in=false$/);
  await expect(views.getByRole('link', { name: 'Never signed in' })).toHaveAttribute('aria-current', 'page');
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);
  await page.getByLabel('Status', { exact: true }).click();
  await page.getByRole('option', { name: 'Active' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Suspended');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByText('A view with this name already exists.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Waiting');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(views.getByRole('link', { name: 'Waiting' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page, 'user views');

  // Kept with the account, not in this browser.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (!/token|sign/i.test(key)) localStorage.removeItem(key);
  });
  await page.goto(`${product.console}/users`);
  await views.getByRole('link', { name: 'Waiting' }).click();
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'More actions for the view “Waiting”' }).click();
  await page.getByRole('menuitem', { name: 'Rename view' }).click();
  await dialog.getByLabel('Name').fill('Invited');
  await dialog.getByRole('button', { name: 'Rename view' }).click();
  await expect(views.getByRole('link', { name: 'Invited' })).toHaveAttribute('aria-current', 'page');

  await row.getByRole('button', { name: `More actions for ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(row).toHaveCount(0);
  await views.getByRole('link', { name: 'Suspended' }).click();
  await row.getByRole('button', { name: `More actions for ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await expect(dialog.getByText('Password changed').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await views.getByRole('link', { name: 'Invited' }).click();
  await page.getByRole('button', { name: 'More actions for the view “Invited”' }).click();
  await page.getByRole('menuitem', { name: 'Remove view' }).click();
  await expect(views.getByRole('link', { name: 'Invited' })).toHaveCount(0);
  await expect(views.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'page');
  await management('DELETE', `/users/${user.id}`);
  for (const { id } of organizations) await management('DELETE', `/organizations/${id}`);
});
