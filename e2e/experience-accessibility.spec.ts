import type { Page } from '@playwright/test';
import { expectArrival, keepMessages, readCode, test } from './support/applications.ts';
import { expectAccessibleInEveryLook } from './support/axe.ts';
import { profileFields } from './support/profile-fields.ts';
import { expect, signIn } from './support/test.ts';

const password = 'a fine Day 4 sailing';
const color = { primaryColor: '#6139f6', isDarkModeEnabled: false, darkPrimaryColor: '#8768f8' };
const method = (identifier: string) => ({
  identifier,
  password: true,
  verificationCode: identifier !== 'username',
  isPasswordPrimary: true,
});

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(async ({ management }) => {
  await keepMessages(management);
  await management('PATCH', '/sign-in-exp', { color: { ...color, isDarkModeEnabled: true } });
});
test.afterEach(async ({ management }) => {
  for (const { name } of await management('GET', '/custom-profile-fields'))
    await management('DELETE', `/custom-profile-fields/${name}`);
  await management('PATCH', '/account-center', { enabled: false });
  await management('PATCH', '/sign-in-exp', {
    signIn: { methods: [method('username')] },
    signUp: { identifiers: ['username'], password: true, verify: false },
    agreeToTermsPolicy: 'Automatic',
    termsOfUseUrl: null,
    mfa: { policy: 'UserControlled', factors: [] },
    socialSignInConnectorTargets: [],
    singleSignOnEnabled: false,
    passkeySignIn: {},
    color,
  });
});

/** Pages that need nothing but a sign-in under way. */
const steps = {
  '/sign-in/password': 'Enter your password',
  '/register': 'Create your account',
  '/reset-password': 'Reset your password',
  '/reset-password/done': 'Password changed',
  '/single-sign-on': 'Sign in with SSO',
  '/direct/social/nowhere': 'Sign-in method not available',
  '/one-time-token': 'This link does not work',
  '/continue/username': 'Choose a username',
  '/continue/email-or-phone': 'Add your email address or phone number',
  '/continue/passkey': 'Sign in faster next time?',
  '/continue/link-account': 'Link your accounts?',
  '/continue/no-account': 'Create an account?',
  '/continue/account-exists': 'You already have an account',
  '/account-suspended': 'This account is suspended',
  '/signed-out': 'You are signed out',
};

const open = (page: Page, path: string) => {
  const { origin, search } = new URL(page.url());
  return page.goto(`${origin}${path}${search}`);
};

test('axe finds nothing on the pages of a sign-in, on a phone, in light, dark and Arabic', async ({
  page,
  own,
  management,
}) => {
  test.setTimeout(360_000);
  const github = await management('POST', '/connectors', {
    connectorId: 'github-universal',
    config: { clientId: 'id', clientSecret: 'secret' },
  });
  const company = await management('POST', '/sso-connectors', {
    providerName: 'OIDC',
    connectorName: 'Harbour Works',
    config: { issuer: 'https://works.example', clientId: 'client', clientSecret: 'secret' },
  });
  await management('PATCH', '/sign-in-exp', {
    signIn: { methods: ['email', 'phone', 'username'].map(method) },
    signUp: { identifiers: ['email'], password: true, verify: true },
    agreeToTermsPolicy: 'Manual',
    termsOfUseUrl: 'https://example.com/terms',
    mfa: { policy: 'UserControlled', factors: ['Totp', 'WebAuthn', 'BackupCode'] },
    socialSignInConnectorTargets: ['github'],
    singleSignOnEnabled: true,
    passkeySignIn: { enabled: true, showPasskeyButton: true },
  });
  await page.goto(own.start());
  await page.locator('input[name=identifier]').fill('0151 2345 6789');
  await page.locator('input[name=password]').fill('a wrong guess');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'Sign in to Storefront');
  for (const [path, title] of Object.entries(steps)) {
    await open(page, path);
    await expectAccessibleInEveryLook(page, title);
  }

  // A slow redirect to a provider, and an unsolicited response of one.
  await page.route(/authorization-uri/, () => {});
  await open(page, '/direct/social/github');
  await expectAccessibleInEveryLook(page, 'Redirecting you to GitHub');
  await page.goto(`${new URL(page.url()).origin}/callback/${github.id}?state=planted&code=stolen`);
  await expectAccessibleInEveryLook(page, 'Sign-in failed');

  const submit = () => page.locator('button[type=submit]').click();
  const code = page.locator('input[autocomplete=one-time-code]');
  for (const field of profileFields)
    await management('POST', '/custom-profile-fields', { ...field, required: false });
  await page.goto(own.start({ first_screen: 'register' }));
  await page.locator('input[name=identifier]').fill('axe@example.com');
  await page.getByRole('checkbox').check();
  await submit();
  await code.waitFor();
  await expectAccessibleInEveryLook(page, 'Check your email');
  await code.fill(await readCode(management, 'axe@example.com'));
  await page.waitForURL(/\/continue\/password/);
  await page.reload();
  await expectAccessibleInEveryLook(page, 'Choose a password');
  await page.locator('input[name=password]').fill(password);
  await submit();
  await page.waitForURL(url => !url.pathname.endsWith('/password'));
  await page.reload();
  await expectAccessibleInEveryLook(page, 'Tell us about yourself');
  await submit();
  await page.waitForURL(/\/mfa-binding/);
  for (const [path, title] of [
    ['/mfa-binding', 'Protect your account'],
    ['/mfa-binding/authenticator-app', 'Set up an authenticator app'],
    ['/mfa-binding/passkey', 'Create a passkey'],
    ['/mfa-binding/backup-code', 'Save your backup codes'],
  ] as const) {
    await open(page, path);
    await expectAccessibleInEveryLook(page, title);
  }
  await management('DELETE', `/connectors/${github.id}`);
  await management('DELETE', `/sso-connectors/${company.id}`);
});

test('axe finds nothing on the pages after a sign-in and where one fails, on a phone, in light, dark and Arabic', async ({
  page,
  own,
  foreign,
  product,
  management,
}) => {
  test.setTimeout(360_000);
  const { id } = await management('POST', '/users', { username: 'axe_axel', password });
  const { id: organizationId } = await management('POST', '/organizations', { name: 'Harbour' });
  await management('POST', `/organizations/${organizationId}/users`, { userIds: [id] });
  const television = await management('POST', '/applications', {
    name: 'Television',
    type: 'Native',
    oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
    customClientMetadata: { isDeviceFlow: true },
  });
  await page.goto(own.start({ client_id: 'nobody' }));
  await expectAccessibleInEveryLook(page, 'Sign-in failed');
  for (const [path, title] of [
    ['/no-such-page', 'Page not found'],
    ['/sign-in', 'This page has expired'],
    ['/demo-app', 'Live preview'],
  ] as const) {
    await page.goto(`${product.tenantEndpoint}${path}`);
    await expectAccessibleInEveryLook(page, title);
  }

  await management('PATCH', '/sign-in-exp', { mfa: { policy: 'NoPrompt', factors: ['Totp', 'BackupCode'] } });
  await management('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
  await management('POST', `/users/${id}/mfa-verifications`, { type: 'BackupCode' });
  await page.goto(own.start());
  await signIn(page, { username: 'axe_axel', password });
  await expectAccessibleInEveryLook(page, 'Enter the code from your app');
  await open(page, '/mfa-verification');
  await expectAccessibleInEveryLook(page, 'Verify your identity');
  await open(page, '/mfa-verification/backup-code');
  await expectAccessibleInEveryLook(page, 'Enter a backup code');
  await management('PATCH', '/sign-in-exp', { mfa: { policy: 'UserControlled', factors: [] } });

  await page.goto(foreign.start());
  await signIn(page, { username: 'axe_axel', password });
  await expectAccessibleInEveryLook(page, 'Price robot wants to access your account');
  await page.goto(own.start());
  await expectArrival(page, own.redirectUri);
  await page.goto(own.start({ prompt: 'select_account' }));
  await expectAccessibleInEveryLook(page, 'Choose an account');
  await page.goto(`${product.tenantEndpoint}/oidc/session/end`);
  await expectAccessibleInEveryLook(page, 'Sign out?');

  const switchOn = async () => {
    const answer = await fetch(`${product.tenantEndpoint}/oidc/device/auth`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: television.id, scope: 'openid' }),
    });
    return answer.json();
  };
  const device = await switchOn();
  await page.goto(device.verification_uri);
  await expectAccessibleInEveryLook(page, 'Sign in to a device');
  await page.goto(device.verification_uri);
  await page.getByLabel('Code').fill(device.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccessibleInEveryLook(page, 'Sign in to Television?');
  const confirm = async () => {
    const { verification_uri_complete: address } = await switchOn();
    await page.goto(address);
    await page.locator('button[type=submit]').first().click();
  };
  await confirm();
  await expectAccessibleInEveryLook(page, 'Signed in', confirm);
});

test('axe finds nothing in the account center and the demo app, on a phone, in light, dark and Arabic', async ({
  page,
  product,
  management,
}) => {
  test.setTimeout(240_000);
  const fields = 'name avatar profile email phone password username social mfa session passkey'.split(' ');
  await management('PATCH', '/sign-in-exp', {
    mfa: { policy: 'NoPrompt', factors: ['Totp', 'WebAuthn', 'BackupCode'] },
  });
  await management('POST', '/users', { username: 'axe_anna', password, primaryEmail: 'anna@example.com' });
  await page.goto(`${product.tenantEndpoint}/account`);
  await expectAccessibleInEveryLook(page, 'Account center not available');
  await management('PATCH', '/account-center', {
    enabled: true,
    fields: Object.fromEntries(fields.map(field => [field, 'Edit'])),
  });
  await page.goto(`${product.tenantEndpoint}/account`);
  await signIn(page, { username: 'axe_anna', password });
  await expectAccessibleInEveryLook(page, 'Profile');
  await page.goto(`${product.tenantEndpoint}/account/sessions`);
  await page.getByRole('button', { name: 'Verify your identity' }).click();
  const proof = page.getByRole('dialog').filter({ has: page.getByRole('heading') });
  await proof.getByRole('textbox', { name: 'Password' }).fill(password);
  await proof.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('This device')).toBeVisible();
  for (const [path, title] of [
    ['sessions', 'Devices'],
    ['security', 'Security'],
    ['linked-accounts', 'Linked accounts'],
    ['applications', 'Applications'],
  ] as const) {
    await page.goto(`${product.tenantEndpoint}/account/${path}`);
    await expectAccessibleInEveryLook(page, title);
  }
  await page.goto(`${product.tenantEndpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectAccessibleInEveryLook(page, 'Signed in as');
});
