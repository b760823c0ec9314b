import { keepMessages } from './support/applications.ts';
import { expect, test } from './support/test.ts';

test('[NAV-13][NAV-14][ENT-9][ENT-10] an organization gets roles, members, invitations and rules for joining, and is deleted', async ({
  console: page,
  product,
  management,
}) => {
  await keepMessages(management);
  await management('POST', '/users', { username: 'zoe', name: 'Zoe Lind' });
  const api = await management('POST', '/resources', {
    name: 'Fleet API',
    indicator: 'https://fleet.example',
  });
  await management('POST', `/resources/${api.id}/scopes`, { name: 'sail:boats' });
  const dialog = page.getByRole('dialog');

  await page.goto(`${product.console}/organization-template`);
  await expect(page).toHaveURL(/\/organization-template\/organization-roles$/);
  await page.getByRole('main').getByRole('link', { name: 'Organization permissions' }).click();
  const createPermission = async () => {
    await page.getByRole('button', { name: 'Create organization permission' }).first().click();
    await dialog.getByLabel('Permission').fill('invite:member');
    await dialog.getByRole('button', { name: 'Create organization permission' }).click();
  };
  await createPermission();
  await expect(dialog).toHaveCount(0);
  await createPermission();
  await expect(dialog.getByRole('alert')).toHaveText('This already exists.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'invite:member', exact: true }).click();
  await dialog.getByLabel('Description').fill('Ask people in');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: 'Ask people in' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Organization roles' }).click();
  await page.getByRole('button', { name: 'Create organization role' }).first().click();
  await dialog.getByLabel('Name', { exact: true }).fill('Skipper');
  await dialog.getByLabel('invite:member').check();
  await dialog.getByRole('button', { name: 'Create organization role' }).click();
  await expect(page).toHaveURL(/\/organization-roles\/[a-z0-9]+\/permissions$/);
  await expect(page.getByText('Organization permission', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for invite:member' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('This role has no permissions yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add permissions' }).click();
  await dialog.getByLabel('invite:member').check();
  await dialog.getByLabel('sail:boats').check();
  await dialog.getByRole('button', { name: 'Add permissions' }).click();
  await expect(page.getByRole('row', { name: /invite:member/ })).toContainText('Organization permission');
  await expect(page.getByRole('row', { name: /sail:boats/ })).toContainText('Fleet API');
  await page.getByRole('main').getByRole('link', { name: 'General' }).click();
  await page.getByLabel('Description').fill('Commands a boat');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Organization role saved').first()).toBeVisible();

  await page.goto(`${product.console}/organizations/create`);
  await dialog.getByLabel('Name', { exact: true }).fill('North fleet');
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(page).toHaveURL(/\/organizations\/[a-z0-9]+\/settings$/);
  const id = page.url().split('/').at(-2) ?? '';
  await page.getByLabel('Email domains').fill('no domain ');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Remove no', exact: true }).click();
  await page.getByRole('button', { name: 'Remove domain', exact: true }).click();
  await page.getByLabel('Email domains').fill('fleet.example ');
  await page.getByLabel('Default roles').fill('skip');
  await page.getByRole('option', { name: /Skipper/ }).click();
  await page.getByLabel('Require multi-factor authentication').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Organization saved').first()).toBeVisible();
  expect(await management('GET', `/organizations/${id}/jit/email-domains`)).toMatchObject([
    { emailDomain: 'fleet.example' },
  ]);
  expect(await management('GET', `/organizations/${id}/jit/roles`)).toMatchObject([{ name: 'Skipper' }]);
  expect(await management('GET', `/organizations/${id}`)).toMatchObject({ isMfaRequired: true });

  await page.getByRole('main').getByRole('link', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Add members' }).first().click();
  await dialog.getByLabel('Users').fill('zoe');
  await page.getByRole('option', { name: /Zoe Lind/ }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add members' }).click();
  await page.getByRole('button', { name: 'More actions for Zoe Lind' }).click();
  await page.getByRole('menuitem', { name: 'Edit roles' }).click();
  await dialog.getByLabel('Roles').fill('skip');
  await page.getByRole('option', { name: /Skipper/ }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Zoe Lind' })).toContainText('Skipper');

  await page.getByRole('button', { name: 'Invite members', exact: true }).click();
  await dialog.getByLabel('Email addresses').fill('ana@fleet.example ');
  await dialog.getByRole('button', { name: 'Invite members', exact: true }).click();
  const invitation = page.getByRole('row').filter({ hasText: 'ana@fleet.example' });
  await expect(invitation).toContainText('Pending');
  await page.getByRole('button', { name: 'More actions for ana@fleet.example' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await expect(invitation).toContainText('Revoked');

  await page.getByRole('main').getByRole('link', { name: 'Organizations' }).click();
  await page.getByRole('searchbox').fill('north');
  const row = page.getByRole('row').filter({ hasText: 'North fleet' });
  await expect(row).toContainText('1');
  await page.getByRole('button', { name: 'More actions for North fleet' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('textbox').fill('North fleet');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Organization North fleet deleted').first()).toBeVisible();
  await management('DELETE', `/resources/${api.id}`);
});

test('[NAV-14] by keyboard alone: a service joins an organization with a role', async ({
  console: page,
  product,
  management,
}) => {
  await management('POST', '/applications', { name: 'Lock robot', type: 'MachineToMachine' });
  await management('POST', '/organization-roles', { name: 'Lock keeper', type: 'MachineToMachine' });
  const { id } = await management('POST', '/organizations', { name: 'South fleet' });
  await page.goto(`${product.console}/organizations`);
  await page.getByRole('link', { name: 'South fleet' }).press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole('main').getByRole('link', { name: 'Machine-to-machine' }).press('Enter');
  await expect(
    page.getByText('No machine-to-machine apps have access to this organization yet.'),
  ).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Machine-to-machine applications')).toBeFocused();
  await page.keyboard.type('lock');
  await expect(page.getByRole('option', { name: /Lock robot/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Remove Lock robot')).toBeVisible();
  await dialog.getByLabel('Roles').focus();
  await page.keyboard.type('keeper');
  await expect(page.getByRole('option', { name: /Lock keeper/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Remove Lock keeper')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add applications' }).press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Lock robot' })).toContainText('Lock keeper');
  await management('DELETE', `/organizations/${id}`);
});
