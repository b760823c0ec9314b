import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('the notice of a write undoes it, shows it, and leaves the page of what it had created', async ({
  console: page,
  product,
  management,
}) => {
  const stamp = Date.now();
  const role = await management('POST', '/roles', { name: `Undo ${stamp}`, description: 'Before' });
  const description = async () => (await management('GET', `/roles/${role.id}`)).description;
  const notice = (text: string) => page.getByRole('group').filter({ hasText: text });

  // An edit: undone from its notice, and the form shows what was before.
  await page.goto(`${product.console}/roles/${role.id}/general`);
  await page.getByLabel('Description', { exact: true }).fill('After');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(description).toBe('After');
  await expect(page.getByText(/^Edited by .+ · /)).toBeVisible();
  await expectAccessible(page, 'a notice with actions');
  await notice('Role saved').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(notice('Change undone')).toBeVisible();
  await expect(notice('Change undone').getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  expect(await description()).toBe('Before');
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Before');

  // A write that is shown: its change is open beside the list of all.
  await page.getByLabel('Description', { exact: true }).fill('Again');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await notice('Role saved').last().getByRole('button', { name: 'View change' }).click();
  await expect(page).toHaveURL(/\/audit-logs\/changes\?open=/);
  await expect(page.getByRole('dialog')).toContainText('Again');

  // A copy is no change: nothing of before is offered with it.
  await page.goto(`${product.console}/roles?search=${stamp}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: `More actions for ${role.name}` }).click();
  await page.getByRole('menuitem', { name: 'Copy ID' }).click();
  await expect(notice('Copied')).toBeVisible();
  await expect(notice('Copied').getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);

  // A deletion comes back; what was created is left when it goes.
  await page.getByRole('button', { name: `More actions for ${role.name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await notice('deleted').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(notice('Change undone')).toBeVisible();
  expect(await description()).toBe('Again');
  await expect(page.getByRole('link', { name: new RegExp(role.name) })).toBeVisible();

  await page.goto(`${product.console}/roles/create`);
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`Short ${stamp}`);
  await page.getByRole('dialog').getByLabel('Description', { exact: true }).fill('Gone soon');
  await page.getByRole('dialog').getByRole('button', { name: 'Create role' }).click();
  await expect(page).toHaveURL(/\/roles\/[a-z0-9]+\/permissions$/);
  await notice('created').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page).toHaveURL(/\/roles$/);
  await expect(page.getByRole('row').filter({ hasText: `Short ${stamp}` })).toHaveCount(0);
  expect(await management('GET', `/roles?search=%25Short ${stamp}%25`)).toEqual([]);
  await management('DELETE', `/roles/${role.id}`);
});

test('a change opens by its address when newer changes fill the first page of the list', async ({
  console: page,
  product,
  management,
}) => {
  const role = await management('POST', '/roles', { name: `Deep ${Date.now()}`, description: 'First' });
  const [change] = await management('GET', `/changes?objectId=${role.id}`);
  for (let each = 0; each < 21; each += 1)
    await management('PATCH', `/roles/${role.id}`, { description: `Later ${each}` });
  await page.goto(`${product.console}/audit-logs/changes?open=${change.id}`);
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('First');
  await expect(panel.getByRole('button', { name: 'Undo change' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/audit-logs\/changes$/);
  await management('DELETE', `/roles/${role.id}`);
});
