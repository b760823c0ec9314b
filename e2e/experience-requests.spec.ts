import { expectArrival, test } from './support/applications.ts';
import { expect, signIn } from './support/test.ts';

const password = 'a fine Day 4 sailing';

const firstScreens = [
  ['sign_in', 'Sign in to Storefront'],
  ['signIn', 'Sign in to Storefront'],
  ['register', 'Create your account'],
  ['reset_password', 'Reset your password'],
  ['identifier:sign_in', 'Sign in to Storefront'],
  ['identifier:register', 'Create your account'],
  ['single_sign_on', 'Sign in with SSO'],
] as const;

test('[GUARD-12] every first screen opens its page, with the hint of the application typed in', async ({
  page,
  own,
}) => {
  for (const [screen, title] of firstScreens) {
    await page.goto(own.start({ first_screen: screen, login_hint: 'hinted@example.com' }));
    await expect(page.getByRole('heading', { name: title }), screen).toBeVisible();
  }
  await page.goto(own.start({ first_screen: 'identifier:sign_in', login_hint: 'hint_hana' }));
  await expect(page.getByLabel('Username')).toHaveValue('hint_hana');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
});

test('[GUARD-12] the application narrows the identifiers, and names the language', async ({
  page,
  own,
  management,
}) => {
  const method = (identifier: string) => ({
    identifier,
    password: true,
    verificationCode: false,
    isPasswordPrimary: true,
  });
  await management('PATCH', '/sign-in-exp', { signIn: { methods: [method('email'), method('username')] } });
  await page.goto(own.start());
  await expect(page.getByLabel('Email or username')).toBeVisible();
  await page.goto(own.start({ identifier: 'email' }));
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.goto(own.start({ ui_locales: 'ar' }));
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await management('PATCH', '/sign-in-exp', { signIn: { methods: [method('username')] } });
});

test('a device is signed in by its code, in the look of the pages', async ({ page, product, management }) => {
  const { id } = await management('POST', '/applications', {
    name: 'Television',
    type: 'Native',
    oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
    customClientMetadata: { isDeviceFlow: true },
  });
  await management('POST', '/users', { username: 'device_dan', password });
  const answer = await fetch(`${product.tenantEndpoint}/oidc/device/auth`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: id, scope: 'openid' }),
  });
  const device = await answer.json();
  await page.goto(device.verification_uri);
  await page.getByLabel('Code').fill('AAAA-AAAA');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is incorrect or has expired')).toBeVisible();
  await page.getByLabel('Code').fill(device.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(device.user_code)).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signIn(page, { username: 'device_dan', password });
  await expect(page.getByText('You signed in to Television.')).toBeVisible();
});

test('a sign-out without an ID token hint asks for confirmation', async ({
  page,
  own,
  product,
  management,
}) => {
  await management('POST', '/users', { username: 'leave_lou', password });
  await page.goto(own.start());
  await signIn(page, { username: 'leave_lou', password });
  await expectArrival(page, own.redirectUri);
  await page.goto(`${product.tenantEndpoint}/oidc/session/end`);
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
});
