import { expect, test } from './support/test.ts';

test('[NAV-15][ENT-7] a role is created with permissions, given to people, found, edited and deleted', async ({
  console: page,
  product,
  management,
}) => {
  const { id: resourceId } = await management('POST', '/resources', {
    name: 'Harbour API',
    indicator: 'https://harbour.example/api',
  });
  for (const name of ['read:berths', 'write:berths', 'close:harbour']) {
    await management('POST', `/resources/${resourceId}/scopes`, { name, description: null });
  }
  await management('POST', '/users', { username: 'mira', name: 'Mira Sol' });

  await page.goto(`${product.console}/roles`);
  await page.getByRole('button', { name: 'Create role' }).first().click();
  await expect(page).toHaveURL(/\/roles\/create$/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect(dialog.getByText('This field is required.').first()).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Harbour master');
  await dialog.getByLabel('Description', { exact: true }).fill('Runs the harbour');
  // The management API is only for services.
  await expect(dialog.getByLabel('Management API', { exact: true })).toHaveCount(0);
  await dialog.getByRole('searchbox').fill('berths');
  await expect(dialog.getByLabel('close:harbour')).toHaveCount(0);
  await dialog.getByLabel('Harbour API').check();
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect(page).toHaveURL(/\/roles\/[a-z0-9]+\/permissions$/);
  await expect(page.getByText('2 permissions')).toBeVisible();

  await page.getByRole('button', { name: 'Add permissions' }).first().click();
  await expect(dialog.getByLabel('read:berths')).toHaveCount(0);
  await dialog.getByLabel('close:harbour').check();
  await dialog.getByRole('button', { name: 'Add permissions' }).click();
  await expect(page.getByText('3 permissions')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for close:harbour' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('2 permissions')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByText('No users have this role yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Assign to users' }).first().click();
  await dialog.getByRole('combobox').fill('mira');
  await page.getByRole('option', { name: /Mira Sol/ }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Assign to users' }).click();
  await expect(page.getByText('Assigned to 1 user').first()).toBeVisible();
  // A role for people has no services.
  const ofUsers = page.url();
  await page.goto(ofUsers.replace(/users$/, 'machine-to-machine-apps'));
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto(ofUsers);

  await page.getByRole('main').getByRole('link', { name: 'General' }).click();
  await page.getByLabel('Assign by default').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Role saved').first()).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('searchbox').fill('harbour');
  const row = page.getByRole('row').filter({ hasText: 'Harbour master' });
  await expect(row).toContainText('Runs the harbour');
  await expect(row).toContainText('Default');
  await expect(row.locator('[data-header="Assigned to"]')).toContainText('1');

  await row.getByRole('link').click();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Role Harbour master deleted').first()).toBeVisible();
});

test('[NAV-15] by keyboard alone: a role for services gets the management API and an application', async ({
  console: page,
  product,
  management,
}) => {
  await management('POST', '/applications', { name: 'Crane robot', type: 'MachineToMachine' });
  await page.goto(`${product.console}/roles?type=MachineToMachine`);
  await expect(page.getByRole('link', { name: /^admin/ })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Crane driver');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Moves containers');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('all');
  await expect(dialog.getByLabel('users:read')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(dialog.getByLabel('Management API', { exact: true })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/permissions$/);
  await expect(page.getByRole('cell', { name: 'all', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Machine-to-machine apps' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No machine-to-machine apps have this role yet.')).toBeVisible();
  await page.keyboard.press('n');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('crane');
  await expect(page.getByRole('option', { name: /Crane robot/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Remove Crane robot')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Assign to apps' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Crane robot' })).toBeVisible();
});
