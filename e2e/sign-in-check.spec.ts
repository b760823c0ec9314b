import { expect, test } from './support/test.ts';

test('an administrator sees why a user cannot sign in, changes it, and sees that it works', async ({
  console: page,
  management,
  product,
}) => {
  const username = `gate_${Date.now().toString(36)}`;
  const { id } = await management('POST', '/users', { username, password: 'correct horse 7 Battery' });
  await management('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
  await page.goto(`${product.console}/users/${id}`);
  await page.getByRole('link', { name: 'Why can’t they sign in?' }).click();
  const gate = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await page.getByRole('radio', { name: /Username and password/ }).check();
  await expect(gate('Identifier')).toContainText('Stops here');
  await expect(gate('First factor')).toContainText('Not reached');

  await management('PATCH', `/users/${id}/is-suspended`, { isSuspended: false });
  await page.reload();
  await page.getByRole('radio', { name: /Username and password/ }).check();
  await expect(gate('Identifier')).toContainText('Passes');
  await expect(page.getByText('Can sign in', { exact: true })).toHaveCount(1);
  await page.getByRole('radio', { name: /Passkey/ }).check();
  await expect(gate('First factor')).toContainText('Stops here');
  await management('DELETE', `/users/${id}`);
});

test('an administrator sees what a token of a user would contain, and why a permission is missing', async ({
  console: page,
  management,
  product,
}) => {
  const stamp = Date.now().toString(36);
  const { id } = await management('POST', '/users', { username: `token_${stamp}` });
  const application = await management('POST', '/applications', { name: `Till ${stamp}`, type: 'SPA' });
  const indicator = `https://${stamp}.example/api`;
  const resource = await management('POST', '/resources', { name: `Orders ${stamp}`, indicator });
  const read = await management('POST', `/resources/${resource.id}/scopes`, { name: 'read:orders' });
  await management('POST', `/resources/${resource.id}/scopes`, { name: 'delete:orders' });
  const role = await management('POST', '/roles', {
    name: `Clerk ${stamp}`,
    description: 'Reads orders.',
    scopeIds: [read.id],
  });
  await management('POST', `/users/${id}/roles`, { roleIds: [role.id] });
  await page.goto(`${product.console}/users/${id}`);
  await page.getByRole('link', { name: 'Token preview' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an application' })).toBeVisible();
  await page.getByLabel('Application').fill(stamp);
  await page.getByRole('option', { name: `Till ${stamp}` }).click();
  await expect(page.getByText('the token only opens the userinfo endpoint')).toBeVisible();
  await page.getByLabel('API resource').fill(stamp);
  await page.getByRole('option', { name: `Orders ${stamp}` }).click();
  const permission = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(permission('read:orders')).toContainText('Included');
  await expect(permission('delete:orders')).toContainText('No role of the user grants it.');
  await expect(page.getByRole('figure')).toContainText(`"aud": "${indicator}"`);
  await permission('read:orders')
    .getByRole('link', { name: `Clerk ${stamp}` })
    .click();
  await expect(page.getByRole('heading', { name: `Clerk ${stamp}` })).toBeVisible();
  for (const path of [
    `/users/${id}`,
    `/applications/${application.id}`,
    `/resources/${resource.id}`,
    `/roles/${role.id}`,
  ])
    await management('DELETE', path);
});
