import { countClicks } from './support/clicks.ts';
import { expect, test } from './support/test.ts';

test('a user is suspended from the list in three clicks, and reactivated in one', async ({
  console: page,
  product,
  management,
}) => {
  const name = `Clicked ${Date.now()}`;
  const user = await management('POST', '/users', { name });
  const isSuspended = async () => (await management('GET', `/users/${user.id}`)).isSuspended;
  const clicks = await countClicks(page);
  await page.goto(`${product.console}/users?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect.poll(isSuspended).toBe(true);
  expect(clicks()).toBeGreaterThan(0);
  expect(clicks()).toBeLessThanOrEqual(3);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(isSuspended).toBe(false);
  expect(clicks()).toBeLessThanOrEqual(4);
  await management('DELETE', `/users/${user.id}`);
});

test('MFA is required of all users after three clicks, with a preview', async ({
  console: page,
  product,
  management,
}) => {
  const { mfa, adaptiveMfa } = await management('GET', '/sign-in-exp');
  const off = { mfa: { policy: 'UserControlled', factors: [] }, adaptiveMfa: {} };
  await management('PATCH', '/sign-in-exp', off);
  const clicks = await countClicks(page);
  await page.goto(`${product.console}/get-started`);
  await page.getByRole('link', { name: 'Multi-factor auth' }).first().click();
  const presets = page.getByRole('radiogroup', { name: 'Preset' });
  await expect(presets.getByRole('radio', { name: /^Off/ })).toBeChecked();
  await presets.locator('label').filter({ hasText: 'Required' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible();
  await expect(page.getByText('They cannot skip it.')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => management('GET', '/sign-in-exp'))
    .toMatchObject({ mfa: { policy: 'Mandatory', factors: ['Totp', 'WebAuthn', 'BackupCode'] } });
  expect(clicks()).toBeGreaterThan(0);
  expect(clicks()).toBeLessThanOrEqual(3);
  await management('PATCH', '/sign-in-exp', { mfa, adaptiveMfa });
});
