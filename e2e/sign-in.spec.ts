import type { Page } from '@playwright/test';
import { type Application, expectArrival, test } from './support/applications.ts';
import { expectAccessible } from './support/axe.ts';
import type { Management } from './support/management.ts';
import { expect, signIn } from './support/test.ts';

const password = 'a fine Day 4 sailing';
const username = (page: Page) => page.getByLabel('Username');
const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password' });
const createAccount = async (page: Page, account: { username: string; password: string }) => {
  await username(page).fill(account.username);
  await passwordField(page).fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
};
const newAccount = async (page: Page, application: Application, name: string) => {
  await page.goto(application.start({ first_screen: 'register' }));
  await createAccount(page, { username: name, password });
  await expectArrival(page, application.redirectUri);
  await page.context().clearCookies();
};

const changeExperience = async (management: Management, patch: Record<string, unknown>) => {
  await management('PATCH', '/sign-in-exp', patch);
};

test('an account is created, each refusal explained, and the browser comes back with a code; other users are asked for nothing', async ({
  page,
  own,
  product,
}) => {
  const origins = new Set<string>();
  page.on('request', request => origins.add(new URL(request.url()).origin));
  await page.goto(own.start());
  await expect(page.getByRole('heading', { name: 'Sign in to Storefront' })).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Enter your username.')).toBeVisible();

  // The rules at the field are a list of their own.
  const refusals = page.getByRole('alert').getByRole('listitem');
  await createAccount(page, { username: 'register_ann', password: 'aaaa' });
  await expect(refusals).toHaveText([
    'It needs at least 8 characters.',
    'It repeats the same character too often.',
  ]);
  await expect(username(page)).toHaveValue('register_ann');
  await createAccount(page, { username: 'register_ann', password: 'register_ann1' });
  await expect(refusals).toHaveText(['It contains your name or another part of your account.']);
  await createAccount(page, { username: 'register_ann', password });
  const parameters = await expectArrival(page, own.redirectUri);
  expect(parameters.get('code')).toBeTruthy();
  expect(parameters.get('state')).toBe('kept');
  expect(origins).toEqual(new Set([product.tenantEndpoint, new URL(own.redirectUri).origin]));
});

test('[V6.2.6, V6.2.7] a password is masked until it is shown, can be pasted, and is named for password managers', async ({
  page,
  own,
}) => {
  await page.goto(own.start());
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password');
  await username(page).fill('copied from here');
  await username(page).press('Control+a');
  await username(page).press('Control+c');
  await passwordField(page).press('Control+v');
  await expect(passwordField(page)).toHaveValue('copied from here');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'new-password');
});

test('a username that is taken is said to be', async ({ page, own }) => {
  await newAccount(page, own, 'taken_name');
  await page.goto(own.start({ first_screen: 'register' }));
  await createAccount(page, { username: 'taken_name', password });
  await expect(page.getByText('This username is already in use. Choose another one.')).toBeVisible();
  await expect(username(page)).toHaveValue('taken_name');
});

test('a wrong password is said in words, the name stays, and the keyboard is enough', async ({
  page,
  own,
}) => {
  await newAccount(page, own, 'keyboard_kim');
  await page.goto(own.start());
  await expect(username(page)).toBeFocused();
  await page.keyboard.type('keyboard_kim');
  await page.keyboard.press('Tab');
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The account or the password is incorrect.')).toBeVisible();
  await expect(username(page)).toHaveValue('keyboard_kim');
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  expect((await expectArrival(page, own.redirectUri)).get('code')).toBeTruthy();
});

test('[V10.7.2] a third-party application asks first: no goes back as access_denied, yes as a code', async ({
  page,
  foreign,
}) => {
  await page.goto(foreign.start({ first_screen: 'register' }));
  await createAccount(page, { username: 'consent_cleo', password });
  const title = page.getByRole('heading', { name: 'Price robot wants to access your account' });
  await expect(title).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText(['See your name, username and picture']);
  await expect(page.getByText('consent_cleo')).toBeVisible();
  // Both sides show their mark: the application its initial, the tenant its logo.
  const marks = page.getByRole('main').locator('[aria-hidden]').filter({ hasText: /^P$/ }).first();
  await expect(marks).toBeVisible();
  await expect(
    page.getByText(`You will be redirected to ${new URL(foreign.redirectUri).host}.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const refused = await expectArrival(page, foreign.redirectUri);
  expect(refused.get('error')).toBe('access_denied');
  expect(refused.get('state')).toBe('kept');

  await page.goto(foreign.start());
  await expect(title).toBeVisible();
  await page.getByRole('button', { name: 'Allow' }).click();
  expect((await expectArrival(page, foreign.redirectUri)).get('code')).toBeTruthy();
  // Consent that was given once is not asked for again.
  await page.goto(foreign.start());
  expect((await expectArrival(page, foreign.redirectUri)).get('code')).toBeTruthy();
});

test('pages without a sign-in, without an application, and without anything say so', async ({
  page,
  product,
  own,
}) => {
  for (const path of ['/sign-in', '/register', '/consent']) {
    await page.goto(`${product.tenantEndpoint}${path}`);
    await expect(page.getByRole('heading', { name: 'This page has expired' }), path).toBeVisible();
  }
  await page.goto(own.start({ client_id: 'nobody' }));
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
  await expect(page.getByText('invalid_client')).toBeVisible();
  await expect(page.getByText('(client_id: nobody)')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy details' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^Code: oidc\.invalid_client\nDetails: .*\(client_id: nobody\)\nSign-in ID: [a-z0-9]{21}\n.*T.*Z$/s,
  );
  const back = page.getByRole('link', { name: 'Return to the application' });
  await expect(back).toHaveCount(0);
  await page.goto(own.start({ redirect_uri: 'https://elsewhere.example/' }));
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
  // A developer compares what was sent with what is registered.
  await expect(page.getByText('(redirect_uri: https://elsewhere.example/)')).toBeVisible();
  await expect(back).toHaveAttribute('href', new URL(own.redirectUri).origin);
  const response = await page.goto(`${product.tenantEndpoint}/no-such-page`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test.describe('by the tenant’s sign-in experience', () => {
  test.afterEach(({ management }) =>
    changeExperience(management, {
      signInMode: 'SignInAndRegister',
      sentinelPolicy: {},
      color: { primaryColor: '#6139f6', isDarkModeEnabled: false, darkPrimaryColor: '#8768f8' },
    }),
  );

  test('a new password is judged at the field while it is typed', async ({ page, own, management }) => {
    await changeExperience(management, {
      passwordPolicy: { length: { min: 10 }, characterTypes: { min: 2 } },
    });
    await page.goto(own.start());
    await page.getByRole('link', { name: 'Create an account' }).click();
    const stateOf = (text: string) =>
      expect.poll(() =>
        page
          .getByRole('listitem')
          .filter({ hasText: text })
          .evaluateAll(items => items.map(item => (item as HTMLElement).dataset.state).join()),
      );
    const [length, types] = ['At least 10 characters.', 'At least 2 of: lowercase letters'];
    const owned = 'It contains your name or another part of your account.';
    const password = page.getByRole('textbox', { name: 'Password' });
    await stateOf(length).toBe('open');
    await password.fill('horse');
    await stateOf(length).toBe('open');
    await password.fill('lighthouse');
    await stateOf(length).toBe('met');
    const rule = page.getByRole('listitem').filter({ hasText: length });
    await expect(rule).toContainText('(met)');
    await expect(rule).toHaveAttribute('aria-atomic', 'true');
    await stateOf(types).toBe('open');
    const username = `lighthouse_${Date.now()}`;
    await page.getByLabel('Username').fill('lighthouse');
    await stateOf(owned).toBe('broken');
    await expect(password).toHaveAccessibleDescription(new RegExp(owned));
    await expectAccessible(page, 'a password that is judged');
    await page.getByLabel('Username').fill(username);
    await stateOf(owned).toBe('');
    await password.fill('correct 8 battery');
    await stateOf(types).toBe('met');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectArrival(page, own.redirectUri);
    await changeExperience(management, { passwordPolicy: {} });
  });

  test('registration is hidden and refused when only signing in is offered', async ({
    page,
    own,
    management,
  }) => {
    await page.goto(own.start({ first_screen: 'register' }));
    await expect(username(page)).toBeVisible();
    await changeExperience(management, { signInMode: 'SignIn' });
    // The page that was open before is refused by the server.
    await createAccount(page, { username: 'too_late', password });
    await expect(page.getByText('You are not allowed to do this.', { exact: false })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Sign-up is not available here.')).toBeVisible();
    await page.goto(own.start());
    await expect(username(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0);
  });

  test('too many failures lock the account for a while, for every client', async ({
    page,
    own,
    management,
  }) => {
    await newAccount(page, own, 'locked_lou');
    await changeExperience(management, { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 5 } });
    await page.goto(own.start());
    const guess = (guessed: string) => signIn(page, { username: 'locked_lou', password: guessed });
    for (const _ of [1, 2]) {
      await guess('a wrong guess');
      await expect(page.getByText('The account or the password is incorrect.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    }
    const locked = page.getByText(/^Too many failed attempts\. Try again in [45] minutes\.$/);
    await guess('a wrong guess');
    await expect(locked).toBeVisible();
    await page.goto(own.start());
    await guess(password);
    await expect(locked).toBeVisible();
  });

  test('[PREF-2] the brand’s color is applied, and a tenant without a dark look stays light', async ({
    page,
    own,
    management,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const color = { primaryColor: '#0f766e', isDarkModeEnabled: false, darkPrimaryColor: '#2dd4bf' };
    await changeExperience(management, { color });
    await page.goto(own.start());
    const button = page.getByRole('button', { name: 'Continue' });
    const colorOf = () => button.evaluate(element => getComputedStyle(element).backgroundColor);
    const scheme = () => page.locator('html').evaluate(element => getComputedStyle(element).colorScheme);
    await expect(button).toHaveCSS('background-color', 'rgb(15, 118, 110)');
    expect(await scheme()).toBe('light');
    const light = await colorOf();
    await changeExperience(management, { color: { ...color, isDarkModeEnabled: true } });
    await page.reload();
    await expect(button).toBeVisible();
    expect(await colorOf()).not.toBe(light);
  });
});
