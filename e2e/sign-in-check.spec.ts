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
