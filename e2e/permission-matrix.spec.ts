import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

type Scope = { id: string; name: string };

test('[NAV-15] permissions of several roles are set by keyboard in a grid, saved once, and undone once', async ({
  console: page,
  product,
  management,
}) => {
  const stamp = Date.now();
  const indicator = `https://quay.example/${stamp}`;
  const api = await management('POST', '/resources', { name: `Quay ${stamp}`, indicator });
  const scopes: Scope[] = [];
  for (const name of ['a:read', 'b:write', 'c:close'])
    scopes.push(await management('POST', `/resources/${api.id}/scopes`, { name: `${name}:${stamp}` }));
  const [read, write, close] = scopes.map(({ name }) => name);
  const role = (name: string, scopeIds: string[] = []) =>
    management('POST', '/roles', { name: `${name} ${stamp}`, description: name, scopeIds });
  const editor = await role('AAA editor', [scopes[0]!.id]);
  const viewer = await role('AAB viewer');
  const held = async (id: string) =>
    (await management('GET', `/roles/${id}/scopes`)).map(({ name }: Scope) => name).sort();

  await page.goto(`${product.console}/roles`);
  await page.getByRole('link', { name: 'Permission matrix' }).click();
  const grid = page.getByRole('grid', { name: 'Roles' });
  // Before, the search of the list would take the text.
  await expect(grid).toBeVisible();
  await page.getByRole('searchbox').fill(`Quay ${stamp}`);
  const cell = (permission: string | undefined, name: string) =>
    grid.getByRole('checkbox', { name: `${permission}, ${name}`, exact: true });
  await expect(grid.getByRole('row')).toHaveCount(5);
  await expect(cell(read, editor.name)).toBeChecked();
  await expectAccessible(page, 'permission matrix');

  // One stop of the tab key, and from there the arrows.
  await cell(read, editor.name).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(cell(read, viewer.name)).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(write, editor.name)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+ArrowDown');
  await expect(cell(close, editor.name)).toBeFocused();
  await page.keyboard.press('Control+ArrowUp');
  const all = cell(`Quay ${stamp}`, editor.name);
  await expect(all).toBeFocused();
  await expect(all).toBeChecked({ indeterminate: true });
  await page.keyboard.press('Space');
  await expect(cell(close, editor.name)).toBeChecked();
  await expect(grid.locator('input[tabindex="0"]')).toHaveCount(1);

  // A search keeps what was toggled; leaving asks.
  await page.getByRole('searchbox').fill(close!);
  await expect(grid.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText(viewer.name);
  await page.getByRole('main').getByRole('link', { name: 'Roles', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Permissions saved').first()).toBeVisible();
  expect(await held(editor.id)).toEqual([read, write, close]);
  expect(await held(viewer.id)).toEqual([read]);

  await page.goto(`${product.console}/roles/${viewer.id}/general`);
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog');
  await history.getByRole('button', { name: 'Undo change' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo change' }).click();
  await expect.poll(() => held(viewer.id)).toEqual([]);
  expect(await held(editor.id)).toEqual([read]);

  await management('DELETE', `/resources/${api.id}`);
  for (const { id } of [editor, viewer]) await management('DELETE', `/roles/${id}`);
});

test('[NAV-16] organization roles have their matrix, with arrows that follow the direction of reading', async ({
  console: page,
  product,
  management,
}) => {
  const stamp = Date.now();
  const invite = await management('POST', '/organization-scopes', { name: `invite:${stamp}` });
  const owner = await management('POST', '/organization-roles', { name: `Owner ${stamp}` });
  const member = await management('POST', '/organization-roles', { name: `Member ${stamp}` });
  await page.goto(`${product.console}/organization-template/permission-matrix`);
  const cell = ({ name }: { name: string }) =>
    page.getByRole('grid').getByRole('checkbox', { name: `${invite.name}, ${name}`, exact: true });
  await cell(owner).check();
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await cell(owner).press('ArrowLeft');
  await expect(cell(member)).toBeFocused();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Permissions saved').first()).toBeVisible();
  expect(await management('GET', `/organization-roles/${owner.id}/scopes`)).toMatchObject([
    { id: invite.id },
  ]);
  expect(await management('GET', `/organization-roles/${member.id}/scopes`)).toEqual([]);
  await management('DELETE', `/organization-scopes/${invite.id}`);
  for (const { id } of [owner, member]) await management('DELETE', `/organization-roles/${id}`);
});
