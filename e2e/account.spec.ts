import type { Page } from '@playwright/test';
import { expectArrival, keepMessages, readCode, test } from './support/applications.ts';
import { addAuthenticator } from './support/authenticator.ts';
import type { Product } from './support/product.ts';
import { expect, signIn } from './support/test.ts';
import { totpOf } from './support/totp.ts';

const password = 'a fine Day 4 sailing';
const everything = Object.fromEntries(
  'name avatar profile email phone password username social customData mfa session passkey'
    .split(' ')
    .map(field => [field, 'Edit']),
);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Notices are dialogs, too, without a heading. */
const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('heading') });
const told = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();
const agree = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
const confirmByPassword = async (page: Page, secret = password) => {
  await expect(dialog(page)).toContainText('Verify your identity');
  await dialog(page).getByRole('textbox', { name: 'Password' }).fill(secret);
  await button(page, 'Verify').click();
};
const enter = async (page: Page, product: Product, username: string, part = '') => {
  await page.goto(`${product.tenantEndpoint}/account${part}`);
  await signIn(page, { username, password });
};

test.beforeEach(async ({ management }) => {
  await keepMessages(management);
  await management('PATCH', '/account-center', { enabled: true, fields: everything, profileFields: [] });
});
test.afterEach(async ({ management }) => {
  await management('PATCH', '/account-center', { enabled: false, profileFields: [] });
  await management('PATCH', '/sign-in-exp', { mfa: { policy: 'UserControlled', factors: [] } });
  for (const { name } of await management('GET', '/custom-profile-fields'))
    await management('DELETE', `/custom-profile-fields/${name}`);
});

test('the profile is seen and changed as far as the tenant lets, an address only by who proves to be there', async ({
  page,
  product,
  management,
}) => {
  await management('POST', '/custom-profile-fields', {
    name: 'birthdate',
    type: 'Date',
    required: false,
    config: { format: 'dd/MM/yyyy' },
  });
  await management('PATCH', '/account-center', { enabled: false });
  await page.goto(`${product.tenantEndpoint}/account`);
  await expect(page.getByRole('heading', { name: 'Account center not available' })).toBeVisible();

  const fields = { ...everything, username: 'ReadOnly', phone: 'Off' };
  await management('PATCH', '/account-center', {
    enabled: true,
    fields,
    profileFields: [{ name: 'birthdate' }],
  });
  await management('POST', '/users', { username: 'acc_ann', password, primaryEmail: 'ann@example.com' });
  await enter(page, product, 'acc_ann');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(button(page, 'Change Username')).toHaveCount(0);
  await expect(page.getByText('Phone number')).toHaveCount(0);

  await button(page, 'Change Name').click();
  await page.getByLabel('Name', { exact: true }).fill('Ann Harbour');
  await button(page, 'Save').click();
  await told(page, 'Name updated');
  await expect(page.getByText('Ann Harbour')).toBeVisible();

  await button(page, 'Edit').click();
  await page.getByLabel(/^Date of birth/).fill('1990-04-23');
  await button(page, 'Save').click();
  await expect(page.getByText('23/04/1990')).toBeVisible();

  await button(page, 'Change Picture').click();
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const files = dialog(page).locator('input[type=file]');
  await files.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await told(page, 'This file type is not supported.');
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
  await expect(button(page, 'Remove image')).toBeVisible();
  await button(page, 'Save').click();
  await told(page, 'Picture updated');

  await button(page, 'Change Email').click();
  await page.keyboard.press('Escape');
  await told(page, 'Nothing was changed because you did not verify your identity.');
  await button(page, 'Change Email').click();
  await confirmByPassword(page, 'wrong');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await confirmByPassword(page);
  await page.getByLabel('Email', { exact: true }).fill('ann');
  await button(page, 'Send code').click();
  await told(page, 'Enter a full email address');
  await page.getByLabel('Email', { exact: true }).fill('ann.new@example.com');
  await button(page, 'Send code').click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await readCode(management, 'ann.new@example.com'));
  await told(page, 'Email address updated');
  await expect(page.getByText('ann.new@example.com')).toBeVisible();

  await button(page, 'Remove Email').click();
  await agree(page, 'Remove');
  await told(page, 'Email address removed');
});

test('password, passkeys and second steps are changed, with one proof for all of it', async ({
  page,
  product,
  management,
}) => {
  await addAuthenticator(page);
  await management('PATCH', '/sign-in-exp', {
    mfa: { policy: 'NoPrompt', factors: ['Totp', 'WebAuthn', 'BackupCode'] },
  });
  await management('POST', '/users', { username: 'acc_sam', password });
  await enter(page, product, 'acc_sam', '/security');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();

  await button(page, 'Change password').click();
  await confirmByPassword(page);
  const next = 'another fine Day 5';
  await page.getByLabel('Confirm password').fill('shorter');
  await page.getByLabel('New password', { exact: true }).fill('short');
  await button(page, 'Save').click();
  await told(page, 'The passwords do not match.');
  await page.getByLabel('Confirm password').fill('short');
  await button(page, 'Save').click();
  await told(page, 'This password cannot be used:');
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Confirm password').fill(next);
  await button(page, 'Save').click();
  await told(page, 'Password changed. All other devices have been signed out.');

  await button(page, 'Add passkey').click();
  await told(page, 'Passkey added');
  await page.getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Blue laptop');
  await button(page, 'Save').click();
  // With a passkey there, the password is no longer enough to change the factors.
  await button(page, 'Use passkey').click();
  await told(page, 'Passkey renamed');

  await button(page, 'Set up').click();
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? '';
  await page.getByLabel('Code', { exact: true }).fill(totpOf(secret));
  await told(page, 'Authenticator app added');
  await button(page, 'Generate codes').click();
  await expect(dialog(page).locator('pre')).toHaveText(/^([a-z\d]{10}\n){9}[a-z\d]{10}$/);
  await button(page, 'I have saved my codes').click();
  await expect(page.getByText('10 codes left')).toBeVisible();
  await button(page, 'Generate new codes').click();
  await button(page, 'I have saved my codes').click();
  await told(page, 'Backup codes saved');
  await expect(button(page, 'Show codes')).toHaveCount(0);

  // The verification has expired: a method other than the password also works.
  await page.evaluate(() => sessionStorage.removeItem('gatehouse:default:proof'));
  await button(page, 'Remove Blue laptop').click();
  await agree(page, 'Remove');
  await expect(dialog(page)).toContainText('Verify your identity');
  await expect(button(page, 'Password')).toHaveCount(0);
  await button(page, 'Passkey').click();
  await button(page, 'Use passkey').click();
  await told(page, 'Passkey “Blue laptop” removed');
  await expect(page.getByText('Blue laptop', { exact: true })).toHaveCount(0);
});

test('users who have nothing to prove by sign in again, and then need no other proof', async ({
  page,
  product,
  management,
}) => {
  await management('POST', '/users', { username: 'unproven', password });
  // Only a provider knows this user, and the sign-in was a while ago.
  let isSignInRecent = false;
  await page.route('**/api/my-account/proofs', route =>
    route.fulfill({ json: { proofs: [], factorProofs: [], isSignInRecent } }),
  );
  await page.route('**/api/my-account', async route => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), hasPassword: false } });
  });
  await page.route('**/api/my-account/password', route => route.fulfill({ status: 204 }));
  await enter(page, product, 'unproven', '/security');
  await button(page, 'Set password').click();
  await expect(dialog(page)).toContainText('This change requires a recent sign-in.');
  await button(page, 'Sign in again').click();
  await signIn(page, { username: 'unproven', password });
  await expect(page).toHaveURL(`${product.tenantEndpoint}/account/security`);

  isSignInRecent = true;
  await button(page, 'Set password').click();
  await page.getByLabel('Password', { exact: true }).fill('another fine Day 4 sailing');
  await page.getByLabel('Confirm password').fill('another fine Day 4 sailing');
  await button(page, 'Save').click();
  await told(page, 'Password changed.');
});

test('[V7.4.4, V10.4.9] devices and applications are listed to who proves to be there, and signed out one by one', async ({
  page,
  browser,
  product,
  management,
  foreign,
}) => {
  await management('POST', '/users', { username: 'acc_kim', password });
  const elsewhere = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  const phone = await elsewhere.newPage();
  await phone.goto(foreign.start());
  await signIn(phone, { username: 'acc_kim', password });
  await phone.getByRole('button', { name: 'Allow' }).click();
  await expectArrival(phone, foreign.redirectUri);

  await enter(page, product, 'acc_kim', '/sessions');
  await button(page, 'Verify your identity').click();
  await confirmByPassword(page);
  await expect(page.getByText('This device')).toHaveCount(1);
  await button(page, 'Sign out Safari on iPhone').click();
  await agree(page, 'Sign out');
  await told(page, 'Safari on iPhone signed out');
  await expect(page.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })).toHaveCount(0);
  await phone.goto(foreign.start());
  await expect(phone.getByLabel('Username')).toBeVisible();
  await elsewhere.close();

  await page.getByRole('link', { name: 'Applications' }).click();
  await button(page, 'Revoke access for Price robot').click();
  await agree(page, 'Revoke access');
  await told(page, 'Access revoked for Price robot');
  await expect(page.getByText('No applications have access to your account.')).toBeVisible();

  await button(page, 'Sign out').click();
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('an unknown address is not found, and a phone shows the current part in the navigation', async ({
  page,
  product,
  management,
}) => {
  await management('POST', '/users', { username: 'acc_nav', password });
  await page.setViewportSize({ width: 390, height: 800 });
  await enter(page, product, 'acc_nav', '/applications');
  await expect(page.getByRole('heading', { name: 'Applications', exact: true })).toBeVisible();
  const isInSight = () =>
    page.locator('nav [aria-current]').evaluate(link => {
      const { left, right } = link.getBoundingClientRect();
      return left >= 0 && right <= window.innerWidth;
    });
  await expect.poll(isInSight).toBe(true);
  await page.goto(`${product.tenantEndpoint}/account/nowhere`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
