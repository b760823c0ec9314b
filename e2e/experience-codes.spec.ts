import type { Page } from '@playwright/test';
import { type Application, expectArrival, keepMessages, readCode, test } from './support/applications.ts';
import { connectManagement, type Management } from './support/management.ts';
import { expect } from './support/test.ts';

type Way = 'password' | 'code' | 'primary';
const method = (identifier: 'username' | 'email' | 'phone', ...ways: Way[]) => ({
  identifier,
  password: ways.includes('password'),
  verificationCode: ways.includes('code'),
  isPasswordPrimary: ways.includes('primary'),
});

const password = 'a fine Day 4 sailing';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const goOn = (page: Page) => button(page, 'Continue').click();
const identify = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: true }).fill(text);
  await goOn(page);
};
const enterCode = async (page: Page, management: Management, recipient: string) => {
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type(await readCode(management, recipient));
};
const choosePassword = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await goOn(page);
};
const arrive = async (page: Page, { redirectUri }: Application) =>
  expect((await expectArrival(page, redirectUri)).get('code')).toBeTruthy();

test.beforeEach(({ management }) => keepMessages(management));
test.afterEach(async ({ management }) => {
  await management('PATCH', '/sign-in-exp', {
    signIn: { methods: [method('username', 'password', 'primary')] },
    signUp: { identifiers: ['username'], password: true, verify: false, secondaryIdentifiers: [] },
    signInMode: 'SignInAndRegister',
  });
});

test('an address registers by code and password, signs in by either, and survives reload and back', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', {
    signIn: {
      methods: [method('email', 'password', 'code', 'primary'), method('username', 'password', 'primary')],
    },
    signUp: { identifiers: ['email'], password: true, verify: true },
  });
  const address = 'reload.ria@example.com';
  await page.goto(own.start({ first_screen: 'register' }));
  await identify(page, 'Email', 'reload.ria');
  await expect(page.getByText('Enter a full email address')).toBeVisible();
  await identify(page, 'Email', address);
  await expect(page).toHaveURL(/\/register\/code\?/);
  await expect(page.getByText(`We sent a six-digit code to ${address}.`)).toBeVisible();
  await management('PUT', '/custom-phrases/en', { code: { sent: 'Your code is on its way to' } });
  await page.reload();
  await expect(page.getByText(`Your code is on its way to ${address}`)).toBeVisible();
  await management('PUT', '/custom-phrases/en', {});
  await expect(page.getByText(/^Resend code in \d+ seconds?$/)).toBeVisible();
  const wrong = (await readCode(management, address)) === '000000' ? '111111' : '000000';
  await page.getByLabel('Code', { exact: true }).fill(wrong);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(await readCode(management, address));

  await expect(page).toHaveURL(/\/continue\/password\?/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('You have already verified this code.')).toBeVisible();
  await goOn(page);
  await choosePassword(page);
  await arrive(page, own);

  await page.context().clearCookies();
  await page.goto(own.start());
  await page.getByLabel('Email or username').fill(address.toUpperCase());
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await goOn(page);
  await arrive(page, own);

  await page.context().clearCookies();
  await page.goto(own.start({ login_hint: address }));
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await button(page, 'Sign in with a code instead').click();
  await enterCode(page, management, address);
  await arrive(page, own);
});

test('a number registers by code, its country chosen; a second registration explains itself', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', {
    signIn: { methods: [method('phone', 'code'), method('email', 'code')] },
    signUp: { identifiers: ['email', 'phone'], password: false, verify: true },
  });
  await page.goto(own.start());
  const field = page.getByLabel('Email or phone number');
  await field.fill('0151 2345 6789');
  await page.getByLabel('Country').selectOption('DE');
  await goOn(page);
  await expect(page.getByText('+4915123456789')).toBeVisible();
  await enterCode(page, management, '4915123456789');
  await expect(page.getByRole('heading', { name: 'Create an account?' })).toBeVisible();
  await page.reload();
  await button(page, 'Create account').click();
  await arrive(page, own);

  await page.context().clearCookies();
  await page.goto(own.start({ first_screen: 'register' }));
  await page.getByLabel('Email or phone number').fill('+49 151 2345-6789');
  await goOn(page);
  await enterCode(page, management, '4915123456789');
  await expect(page.getByRole('heading', { name: 'You already have an account' })).toBeVisible();
  await button(page, 'Sign in').click();
  await arrive(page, own);
});

test('only countries that get text messages are offered, except to those who sign in by password', async ({
  page,
  own,
  management,
}) => {
  const choose = (...ways: Way[]) =>
    management('PATCH', '/sign-in-exp', {
      signIn: { methods: [method('phone', ...ways)] },
      signUp: { identifiers: ['phone'], password: ways.includes('password'), verify: true },
      smsPolicy: { allowedCountries: ['DE', 'US'] },
    });
  const offered = async (screen: 'register' | 'sign_in') => {
    await page.goto(own.start({ first_screen: screen }));
    await page.getByLabel('Phone number').fill('0151 2345 6789');
    const options = page.getByLabel('Country').getByRole('option');
    await expect(options).not.toHaveCount(0);
    return options.count();
  };
  await choose('code');
  // The numbers of Canada cannot be told from those of the United States.
  expect(await offered('register')).toBe(3);
  expect(await offered('sign_in')).toBe(3);
  await choose('password', 'code', 'primary');
  expect(await offered('register')).toBe(3);
  expect(await offered('sign_in')).toBeGreaterThan(200);
  await management('PATCH', '/sign-in-exp', { smsPolicy: {} });
});

test('the identifier decides what comes next, and both ways are a link apart', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', {
    signIn: { methods: [method('email', 'password', 'code'), method('username', 'password', 'primary')] },
    signUp: { identifiers: ['username'], password: true, verify: false },
  });
  const address = 'switch.sam@example.com';
  await management('POST', '/users', { username: 'switch_sam', primaryEmail: address, password });
  await page.goto(own.start());
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
  await identify(page, 'Email or username', 'switch_sam');
  await expect(page).toHaveURL(/\/sign-in\/password\?/);
  await expect(page.getByText('switch_sam')).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Change' }).click();
  await identify(page, 'Email or username', address);
  await expect(page).toHaveURL(/\/sign-in\/code\?/);
  await page.getByRole('link', { name: 'Use your password instead' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
  await goOn(page);
  await expect(page.getByText('The account or the password is incorrect.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await goOn(page);
  await arrive(page, own);
});

test('a new user gives everything that the tenant asks for, one page each', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', {
    signIn: {
      methods: [
        method('email', 'password', 'code'),
        method('phone', 'password', 'code'),
        method('username', 'password', 'primary'),
      ],
    },
    signUp: {
      identifiers: ['email'],
      password: true,
      verify: true,
      secondaryIdentifiers: [{ identifier: 'username' }, { identifier: 'phone', verify: true }],
    },
  });
  await page.goto(own.start({ first_screen: 'register' }));
  await identify(page, 'Email', 'every.eve@example.com');
  await enterCode(page, management, 'every.eve@example.com');
  await expect(page.getByRole('heading', { name: 'Choose a username' })).toBeVisible();
  await identify(page, 'Username', '9lives');
  await expect(page.getByText('cannot start with a digit')).toBeVisible();
  await identify(page, 'Username', 'every_eve');
  await expect(page.getByRole('heading', { name: 'Add your phone number' })).toBeVisible();
  await identify(page, 'Phone number', '+1 (202) 555-0143');
  await enterCode(page, management, '12025550143');
  await choosePassword(page);
  await arrive(page, own);
  const [user] = await management('GET', '/users?search.username=every_eve');
  expect(user).toMatchObject({
    primaryEmail: 'every.eve@example.com',
    primaryPhone: '12025550143',
    hasPassword: true,
  });
});

test('in the cloud a stranger creates an account with an address, and signs in to the console', async ({
  page,
  cloud,
}) => {
  const admin = await connectManagement(cloud, 'admin');
  const address = 'stranger@harbour.example';
  await page.goto(cloud.console);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await identify(page, 'Email', address);
  await enterCode(page, admin, address);
  await choosePassword(page);
  await expect(page).toHaveURL(url => url.origin === cloud.console && !url.pathname.startsWith('/continue'));
  await expect(page.getByRole('heading').first()).toBeVisible();
  const [user] = await admin('GET', `/users?search.primaryEmail=${address}`);
  expect(user).toMatchObject({ primaryEmail: address, hasPassword: true });
});

test('a forgotten password is replaced by a code, and the new one signs in', async ({
  page,
  own,
  management,
}) => {
  await management('PATCH', '/sign-in-exp', {
    signIn: { methods: [method('email', 'password', 'primary'), method('username', 'password', 'primary')] },
    signUp: { identifiers: ['username'], password: true, verify: false },
  });
  const address = 'forget.finn@example.com';
  await management('POST', '/users', { username: 'forget_finn', primaryEmail: address, password });
  await page.goto(own.start());
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email or phone number').fill(address);
  await button(page, 'Send code').click();
  await enterCode(page, management, address);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.reload();
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await button(page, 'Save password').click();
  await expect(page.getByText('It needs at least 8 characters.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill('quite another one 7');
  await button(page, 'Save password').click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email or username').fill('forget_finn');
  await page.getByRole('textbox', { name: 'Password' }).fill('quite another one 7');
  await goOn(page);
  await arrive(page, own);
});
