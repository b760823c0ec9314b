import { expect, test } from './support/test.ts';

test('keys are rotated with a time to be seen, only those before can be deleted, and tokens stay valid', async ({
  console: page,
  product,
  management,
}) => {
  await page.goto(`${product.console}/signing-keys`);
  const tokenKeys = page.getByRole('table', { name: 'Token keys' });
  const cookieKeys = page.getByRole('table', { name: 'Cookie keys' });
  await expect(tokenKeys.getByRole('row')).toHaveCount(2);
  const [first] = (await management('GET', '/configs/oidc/private-keys')) as { id: string }[];

  const current = tokenKeys.getByRole('row').filter({ hasText: 'Current' });
  const dialog = page.getByRole('dialog');
  const rotate = async (gracePeriod: string, algorithm: string) => {
    await page.getByRole('button', { name: 'Rotate token keys' }).click();
    await dialog.getByLabel('Algorithm').click();
    await page.getByRole('option', { name: algorithm }).click();
    await dialog.getByLabel('Publish before signing').click();
    await page.getByRole('option', { name: gracePeriod }).click();
    await dialog.getByRole('button', { name: 'Rotate token keys' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await rotate('1 hour', 'RS256');
  const next = tokenKeys.getByRole('row').filter({ hasText: 'Next' });
  await expect(next).toContainText('RS256');
  await expect(next).toContainText('Active from');
  await expect(current).toContainText(`${first?.id}`);
  await next.getByRole('button', { name: /^More actions/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Copy ID']);
  await page.keyboard.press('Escape');

  await rotate('Sign immediately', 'EdDSA');
  await expect(current).toContainText('EdDSA');
  const [unused] = (await management('GET', '/configs/oidc/private-keys')) as { id: string }[];
  await rotate('Sign immediately', 'ES384');
  await expect(current).toContainText('ES384');
  await page.getByRole('button', { name: `More actions for ${unused?.id}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Key ${unused?.id} deleted`).first()).toBeVisible();
  // The first key is still published: what it signed is taken.
  expect(await management('GET', '/configs/oidc/private-keys')).toEqual([
    expect.objectContaining({ status: 'Current', algorithm: 'ES384' }),
    expect.objectContaining({ status: 'Previous', id: first?.id }),
  ]);

  const before = await cookieKeys.getByRole('row').count();
  await page.getByRole('button', { name: 'Rotate cookie keys' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate cookie keys' }).click();
  await expect(page.getByText('Cookie keys rotated').first()).toBeVisible();
  await expect(cookieKeys.getByRole('row')).toHaveCount(Math.min(before + 1, 3));
  await expect(cookieKeys.getByRole('row').filter({ hasText: 'Current' })).toHaveCount(1);
  await page.getByRole('button', { name: 'History' }).click();
  const entries = page.getByRole('dialog', { name: 'History' }).getByRole('listitem');
  await expect(entries.filter({ hasText: 'Cookie keys' }).first()).toBeVisible();
  await expect(entries.filter({ hasText: 'Signing keys' }).first()).toBeVisible();
});
