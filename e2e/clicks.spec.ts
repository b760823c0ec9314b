import { countClicks } from './support/clicks.ts';
import { expect, signIn, test } from './support/test.ts';

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
  const choices = page.frameLocator('iframe').getByRole('main').getByRole('link');
  // Users get backup codes after they have set up another factor.
  await expect(choices).toHaveText(['Authenticator app', 'Passkey']);
  await expect(page.getByText('They cannot skip it.')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => management('GET', '/sign-in-exp'))
    .toMatchObject({ mfa: { policy: 'Mandatory', factors: ['Totp', 'WebAuthn', 'BackupCode'] } });
  expect(clicks()).toBeGreaterThan(0);
  expect(clicks()).toBeLessThanOrEqual(3);
  await management('PATCH', '/sign-in-exp', { mfa, adaptiveMfa });
});

test('the reason of a failed sign-in is two clicks away, and none from the error page of the user', async ({
  console: page,
  product,
  management,
  browser,
}) => {
  const username = `failed_${Date.now()}`;
  const user = await management('POST', '/users', { username, password: 'correct horse 8 Battery' });
  const visitor = await browser.newPage();
  await visitor.goto(`${product.tenantEndpoint}/demo-app`);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(visitor, { username, password: 'something else' });
  await expect(visitor.getByText('The account or the password is incorrect.')).toBeVisible();
  await expect
    .poll(async () => (await management('GET', `/sign-ins?userId=${user.id}&outcome=Error`)).length)
    .toBe(1);

  const clicks = await countClicks(page);
  await page.goto(`${product.console}/get-started`);
  await page.getByRole('link', { name: 'Audit logs' }).first().click();
  const row = page.getByRole('row').filter({ hasText: username });
  await row.getByRole('button').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Failure reason')).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: 'First factor' })).toContainText('Stops here');
  expect(clicks()).toBe(2);

  // A user sends the details of the error page. More sign-ins follow than the first page of the log has.
  await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const refused = `${product.tenantEndpoint}/oidc/auth?client_id=nobody&response_type=code`;
  await visitor.goto(`${refused}&redirect_uri=https://first.example/`);
  await visitor.getByRole('button', { name: 'Copy details' }).click();
  const copied = await visitor.evaluate(() => navigator.clipboard.readText());
  const [, signInId = ''] = /^Sign-in ID: ([a-z0-9]{21})$/m.exec(copied) ?? [];
  await visitor.close();
  await expect
    .poll(async () =>
      (await management('GET', '/sign-ins?outcome=Error')).some(({ id }: { id: string }) => id === signInId),
    )
    .toBe(true);
  await page.goto(`${product.console}/get-started`);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  const before = clicks();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(copied.replaceAll('\n', ' '));
  await expect(page.getByRole('option', { name: 'View sign-in' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/audit-logs\\?open=${signInId}$`));
  await expect(panel.getByText('Failure reason')).toBeVisible();
  await expect(panel.getByText(/^No application has this ID/)).toBeVisible();
  expect(clicks()).toBe(before);
  await management('DELETE', `/users/${user.id}`);
});
