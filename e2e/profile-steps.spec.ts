import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { readCode } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import { freshEmail, newcomerPassword, peopleOf } from './support/people.ts';
import { program } from './support/product.ts';
import { expect, signIn, test } from './support/test.ts';

const first = 'orange lantern 51';
const second = 'quiet harbour 77';

test('[PROF-4] the password is shown masked, and changed after the current one was entered', async ({
  page,
  product,
}) => {
  await promisify(execFile)(
    process.execPath,
    [program, 'admin', 'create', '--username', 'keeper', '--password', first],
    { env: product.env },
  );
  await page.goto(`${product.console}/profile`);
  await signIn(page, { username: 'keeper', password: first });
  const change = page.getByRole('button', { name: 'Change password' });
  await expect(page.getByRole('listitem').filter({ has: change })).toContainText('••••••••');
  await change.click();
  await expect(page).toHaveURL(`${product.console}/profile/verify-password`);
  const dialog = page.getByRole('dialog');
  const current = dialog.getByRole('textbox', { name: 'Current password' });
  await current.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('incorrect');
  await current.fill(first);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.console}/profile/change-password`);

  const fill = async (password: string, repeated: string) => {
    await dialog.getByRole('textbox', { name: 'New password', exact: true }).fill(password);
    await dialog.getByRole('textbox', { name: 'Confirm new password' }).fill(repeated);
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  await fill(second, 'another one');
  await expect(dialog.getByRole('alert')).toHaveText('The passwords do not match.');
  await fill('short', 'short');
  await expect(dialog.getByRole('alert')).toContainText('at least 8 characters');
  await fill(second, second);
  await expect(page.getByText('Password changed').first()).toBeVisible();
  await expect(page).toHaveURL(`${product.console}/profile`);

  await change.click();
  await current.fill(second);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.console}/profile/change-password`);
});

test('[PROF-4] [PROF-5] a step that belongs to no change leads back to the profile', async ({
  console: page,
  product,
}) => {
  const steps = ['verify-password', 'change-password', 'change-username', 'link-email', 'verification-code'];
  for (const step of steps) {
    await page.goto(`${product.console}/profile/${step}`);
    await expect(page).toHaveURL(`${product.console}/profile`);
  }
});

const account = {
  id: 'somebody',
  username: 'zoe',
  name: 'Zoe',
  avatar: null,
  primaryEmail: 'zoe@harbour.example',
  primaryPhone: null,
  identities: {},
  hasPassword: true,
};

/** The own account with its codes, as a server that can send mail would answer. */
const standIn = async (page: Page, adminEndpoint: string, changes: Partial<typeof account> = {}) => {
  const server = {
    account: { ...account, ...changes },
    codesTo: [] as string[],
    missing: 'Password' as 'Password' | 'EmailVerificationCode' | 'SignIn',
  };
  await page.route(`${adminEndpoint}/me/proof`, route =>
    route.fulfill({ json: { missing: server.missing } }),
  );
  await page.route(`${adminEndpoint}/me`, route => {
    if (route.request().method() === 'PATCH') Object.assign(server.account, route.request().postDataJSON());
    return route.fulfill({ json: server.account });
  });
  await page.route(`${adminEndpoint}/me/social/connectors`, route => route.fulfill({ json: [] }));
  await page.route(`${adminEndpoint}/me/verification-codes`, route => {
    server.codesTo.push(route.request().postDataJSON().email);
    return route.fulfill({ status: 204 });
  });
  await page.route(`${adminEndpoint}/me/verification-codes/verify`, route =>
    route.request().postDataJSON().verificationCode === '246810'
      ? route.fulfill({ status: 204 })
      : route.fulfill({
          status: 400,
          json: { code: 'verification_code.code_mismatch', message: 'The code is wrong.' },
        }),
  );
  return server;
};

const historyState = (page: Page) => page.evaluate(() => window.history.state);

test('[PROF-5] an address is changed once a code to it was entered', async ({ browser, cloud }) => {
  const people = await peopleOf(browser, cloud);
  const { page, email } = await people.newcomer();
  const wanted = freshEmail('wanted');
  await page.goto(`${cloud.console}/profile`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page).toHaveURL(`${cloud.console}/profile/verify-password`);
  await dialog.getByLabel('Current password').fill(newcomerPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${cloud.console}/profile/link-email`);
  expect(await historyState(page)).toMatchObject({ email, action: 'changeEmail' });
  await dialog.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This is already your email address.');
  await dialog.getByLabel('Email').fill(wanted);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${cloud.console}/profile/verification-code`);
  expect(await historyState(page)).toMatchObject({ email: wanted, action: 'changeEmail' });
  await expect(dialog.getByRole('button', { name: /^Resend code in/ })).toBeDisabled();
  const code = await readCode(people.admin, wanted);
  await dialog.getByLabel('Verification code').fill(code === '111111' ? '222222' : '111111');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Verification code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${cloud.console}/profile`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Email' })).toContainText(wanted);

  // The password that was entered still counts.
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page).toHaveURL(`${cloud.console}/profile/link-email`);
  await dialog.getByLabel('Email').fill('admin@example.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${cloud.console}/profile/verification-code`);
  await dialog.getByLabel('Verification code').fill(await readCode(people.admin, 'admin@example.com'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('is already in use');
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page).toHaveURL(`${cloud.console}/profile/link-email`);
  await page.context().close();
});

test('[PROF-4] [PROF-5] users without a password enter a code from their mailbox, or sign in again', async ({
  page,
  cloud,
}) => {
  const server = await standIn(page, cloud.adminEndpoint);
  await page.goto(`${cloud.console}/profile`);
  await signIn(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(`${cloud.console}/profile/verify-password`);
  expect(await historyState(page)).toMatchObject({ email: 'zoe@harbour.example', action: 'changePassword' });
  await page.getByRole('button', { name: 'Send a code to zoe@harbour.example instead' }).click();
  await page.getByLabel('Verification code').fill('246810');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${cloud.console}/profile/change-password`);

  server.account.hasPassword = false;
  server.missing = 'EmailVerificationCode';
  const proveByCode = async (button: string) => {
    server.codesTo = [];
    await page.goto(`${cloud.console}/profile`);
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('To confirm your identity, we sent a code to zoe@harbour.example.');
    expect(server.codesTo).toEqual(['zoe@harbour.example']);
    await dialog.getByLabel('Verification code').fill('246810');
    await page.keyboard.press('Enter');
  };
  await proveByCode('Set password');
  await expect(page).toHaveURL(`${cloud.console}/profile/change-password`);
  await proveByCode('Change email');
  await expect(page).toHaveURL(`${cloud.console}/profile/link-email`);
  await page.getByRole('textbox', { name: 'Email' }).fill('new@harbour.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('We sent a code to new@harbour.example.');

  server.missing = 'SignIn';
  await page.goto(`${cloud.console}/profile`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Password' })).toContainText('Not set');
  await page.getByRole('button', { name: 'Set password' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('This change requires a recent sign-in.');
  await expectAccessible(page, 'the request to sign in again');
  const asked = page.waitForRequest(request => request.url().includes('/oidc/auth?'));
  await alert.getByRole('button', { name: 'Sign in again' }).click();
  expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('login consent');
});

test('[PROF-2] [PROF-3] in the cloud there is no username, but an address and the end of the account', async ({
  page,
  cloud,
}) => {
  await standIn(page, cloud.adminEndpoint);
  await page.goto(`${cloud.console}/profile`);
  await signIn(page);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Profile information',
    'Social accounts',
    'Your project',
    'Password & security',
    'Delete account',
  ]);
  await expect(page.getByRole('button', { name: 'Change username' })).toHaveCount(0);
});
