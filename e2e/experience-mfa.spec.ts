import type { Page } from '@playwright/test';
import { type Application, expectArrival, keepMessages, readCode, test } from './support/applications.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { expect, signIn } from './support/test.ts';
import { totpOf } from './support/totp.ts';

const password = 'a fine Day 4 sailing';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
const arrive = async (page: Page, { redirectUri }: Application) =>
  expect((await expectArrival(page, redirectUri)).get('code')).toBeTruthy();
/** As a new visitor. */
const comeAgain = async (page: Page, application: Application, username: string) => {
  await page.context().clearCookies();
  await page.goto(application.start());
  await signIn(page, { username, password });
};

test.beforeEach(({ management }) => keepMessages(management));
test.afterEach(async ({ management }) => {
  await management('PATCH', '/sign-in-exp', {
    mfa: { policy: 'UserControlled', factors: [] },
    passkeySignIn: {},
  });
});

test('[ENT-37] an app is set up with backup codes, kept over a reload, and asked for from then on', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', {
    mfa: { policy: 'Mandatory', factors: ['Totp', 'BackupCode'] },
  });
  await management('POST', '/users', { username: 'totp_tom', password });
  await comeAgain(page, own, 'totp_tom');
  await heading(page, 'Set up an authenticator app');
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(button(page, 'Not now')).toHaveCount(0);
  const secret = page.getByText(/^[A-Z2-7]{16,}$/);
  const shown = (await secret.textContent()) ?? '';
  await page.reload();
  await expect(secret).toHaveText(shown);
  await page.getByLabel('Code', { exact: true }).fill(totpOf(shown));

  await heading(page, 'Save your backup codes');
  const codes = ((await page.locator('pre').textContent()) ?? '').split('\n');
  expect(codes).toHaveLength(10);
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'backup-codes.txt');
  await button(page, 'I have saved my codes').click();
  await arrive(page, own);

  await comeAgain(page, own, 'totp_tom');
  await heading(page, 'Enter the code from your app');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(totpOf(shown, 30));
  await arrive(page, own);

  await comeAgain(page, own, 'totp_tom');
  await page.getByRole('link', { name: 'Use another method' }).click();
  await page.getByRole('link', { name: 'Backup code' }).click();
  await page.getByLabel('Backup code').fill(codes[0] ?? '');
  await button(page, 'Continue').click();
  await arrive(page, own);
});

test('[ENT-37] what is only offered can be skipped, once and for all', async ({ page, own, management }) => {
  await management('PATCH', '/sign-in-exp', {
    mfa: { policy: 'UserControlled', factors: ['Totp', 'WebAuthn'] },
  });
  await management('POST', '/users', { username: 'skip_sue', password });
  await comeAgain(page, own, 'skip_sue');
  await heading(page, 'Protect your account');
  await page.getByRole('link', { name: 'Authenticator app' }).click();
  await heading(page, 'Set up an authenticator app');
  await page.goBack();
  await button(page, 'Not now').click();
  await arrive(page, own);
  await comeAgain(page, own, 'skip_sue');
  await arrive(page, own);
});

test('an email code is an MFA factor, sent automatically to a masked address', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', {
    mfa: { policy: 'NoPrompt', factors: ['EmailVerificationCode'] },
  });
  const primaryEmail = 'mail.mia@example.com';
  await management('POST', '/users', { username: 'mail_mia', password, primaryEmail });
  await comeAgain(page, own, 'mail_mia');
  await expect(page.getByText('We sent a code to m****@example.com.')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).waitFor();
  await page.reload();
  await page.getByLabel('Code', { exact: true }).fill(await readCode(management, primaryEmail));
  await arrive(page, own);
});

test('a user without an address adds one as an MFA factor', async ({ page, own, management }) => {
  await management('PATCH', '/sign-in-exp', {
    mfa: { policy: 'Mandatory', factors: ['EmailVerificationCode'] },
  });
  await management('POST', '/users', { username: 'add_ada', password });
  await comeAgain(page, own, 'add_ada');
  await heading(page, 'Add your email address');
  await page.getByLabel('Email', { exact: true }).fill('add.ada@example.com');
  await button(page, 'Continue').click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await readCode(management, 'add.ada@example.com'));
  await arrive(page, own);
});

test('a passkey is offered, then it alone signs in; as second factor it comes after the password', async ({
  page,
  own,
  management,
}) => {
  await addAuthenticator(page);
  await management('PATCH', '/sign-in-exp', { passkeySignIn: { enabled: true, showPasskeyButton: true } });
  await management('POST', '/users', { username: 'key_kai', password });
  await comeAgain(page, own, 'key_kai');
  await heading(page, 'Sign in faster next time?');
  await button(page, 'Create passkey').click();
  await arrive(page, own);

  await page.context().clearCookies();
  await page.goto(own.start());
  await button(page, 'Sign in with a passkey').click();
  await arrive(page, own);

  await management('PATCH', '/sign-in-exp', { mfa: { policy: 'Mandatory', factors: ['WebAuthn'] } });
  await comeAgain(page, own, 'key_kai');
  await heading(page, 'Use your passkey');
  await button(page, 'Use passkey').click();
  await arrive(page, own);
});

test('a link signs in automatically, and works once', async ({ page, own, management }) => {
  const email = 'link.lea@example.com';
  await management('POST', '/users', { username: 'link_lea', password, primaryEmail: email });
  const { token } = await management('POST', '/one-time-tokens', { email });
  const address = own.start({ one_time_token: token, login_hint: email, prompt: 'login' });
  await page.goto(address);
  await arrive(page, own);
  await page.context().clearCookies();
  await page.goto(address);
  await heading(page, 'This link does not work');
  await page.getByRole('link', { name: 'Sign in another way' }).click();
  await heading(page, 'Sign in to Storefront');
});
