import type { Page } from '@playwright/test';
import { keepMessages, test } from './support/applications.ts';
import { expect, signIn } from './support/test.ts';

type Kind = 'username' | 'email' | 'phone';
type Proofs = 'password' | 'code' | 'password, then code' | 'code, then password';

const kindSets: Kind[][] = [
  ['username'],
  ['email'],
  ['phone'],
  ['username', 'email'],
  ['username', 'phone'],
  ['email', 'phone'],
  ['username', 'email', 'phone'],
];
const labels: Readonly<Record<string, string>> = {
  username: 'Username',
  email: 'Email',
  phone: 'Phone number',
  'username+email': 'Email or username',
  'username+phone': 'Phone number or username',
  'email+phone': 'Email or phone number',
  'username+email+phone': 'Email, phone number or username',
};
const allProofs: Proofs[] = ['password', 'code', 'password, then code', 'code, then password'];

/** A username cannot receive a code. */
const proofsFor = (kind: Kind, proofs: Proofs): Proofs => (kind === 'username' ? 'password' : proofs);

const methodOf = (kind: Kind, proofs: Proofs) => {
  const own = proofsFor(kind, proofs);
  return {
    identifier: kind,
    password: own !== 'code',
    verificationCode: own !== 'password',
    isPasswordPrimary: own.startsWith('password'),
  };
};

const begins = (kind: Kind, proofs: Proofs) => proofsFor(kind, proofs).startsWith('password');

/** The options a user sees on the page. */
const look = async (page: Page, address: string) => {
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('main form').waitFor();
  return page.evaluate(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map(element => element.textContent?.trim() ?? '');
    return {
      field: texts('main form label')[0],
      password: document.querySelector('input[name=password]') !== null,
      code: texts('main form button').includes('Sign in with a code instead'),
      register: texts('main a').includes('Create an account'),
      agree: document.querySelector('input[type=checkbox]') !== null,
      terms: texts('main footer p').some(text => text.startsWith('By continuing, you agree')),
    };
  });
};

test('[ENT-37] the pages ask what the settings say, for every way to sign in and to register', async ({
  page,
  own,
  management,
}) => {
  test.setTimeout(800_000);
  await keepMessages(management);
  const before = await management('GET', '/sign-in-exp');
  const seen: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  const compare = async (name: string, settings: object, address: string, wanted: object) => {
    await management('PATCH', '/sign-in-exp', settings);
    seen[name] = await look(page, address);
    expected[name] = wanted;
  };
  const links = { termsOfUseUrl: 'https://example.com/terms' };

  for (const kinds of kindSets)
    for (const proofs of kinds.length === 1 && kinds[0] === 'username' ? allProofs.slice(0, 1) : allProofs)
      for (const signInMode of ['SignIn', 'SignInAndRegister']) {
        const hasUsername = kinds.includes('username');
        const hasPassword = kinds.every(kind => begins(kind, proofs));
        const settings = {
          ...links,
          agreeToTermsPolicy: 'ManualRegistrationOnly',
          signInMode,
          signIn: { methods: kinds.map(kind => methodOf(kind, proofs)) },
          signUp: hasUsername
            ? { identifiers: ['username'], password: true, verify: false }
            : { identifiers: kinds.slice(0, 1), password: proofs !== 'code', verify: true },
        };
        await compare(`${kinds.join('+')} by ${proofs}, ${signInMode}`, settings, own.start(), {
          field: labels[kinds.join('+')],
          password: hasPassword,
          code: hasPassword && !hasUsername && proofs === 'password, then code',
          register: signInMode === 'SignInAndRegister',
          agree: false,
          terms: false,
        });
      }

  const signUps: { identifiers: Kind[]; password: boolean; field: string }[] = [
    { identifiers: ['username'], password: true, field: 'Username' },
    { identifiers: ['email'], password: false, field: 'Email' },
    { identifiers: ['email'], password: true, field: 'Email' },
    { identifiers: ['phone'], password: false, field: 'Phone number' },
    { identifiers: ['email', 'phone'], password: true, field: 'Email or phone number' },
  ];
  for (const { identifiers, password, field } of signUps)
    for (const agreeToTermsPolicy of ['Automatic', 'ManualRegistrationOnly', 'Manual']) {
      const isUsername = identifiers.includes('username');
      const all: Kind[] = ['username', 'email', 'phone'];
      const settings = {
        ...links,
        agreeToTermsPolicy,
        signInMode: 'Register',
        signIn: { methods: all.map(kind => methodOf(kind, 'password, then code')) },
        signUp: { identifiers, password, verify: !isUsername },
      };
      const name = `new by ${identifiers.join(' or ')}${password ? ' with password' : ''}, ${agreeToTermsPolicy}`;
      await compare(name, settings, own.start({ first_screen: 'register' }), {
        field,
        password: isUsername,
        code: false,
        register: false,
        agree: agreeToTermsPolicy !== 'Automatic',
        terms: agreeToTermsPolicy === 'Automatic',
      });
    }

  await management('PATCH', '/sign-in-exp', {
    signIn: before.signIn,
    signUp: before.signUp,
    signInMode: before.signInMode,
    agreeToTermsPolicy: before.agreeToTermsPolicy,
    termsOfUseUrl: before.termsOfUseUrl,
  });
  expect(Object.keys(expected).length).toBeGreaterThan(60);
  expect(seen).toEqual(expected);
});

test('[ENT-37] after the password, the MFA policy applies to users with and without a factor', async ({
  page,
  own,
  product,
  management,
}) => {
  const password = 'a fine Day 4 sailing';
  const people = { nothing: 'plain_pat', authenticator: 'careful_cat', skipped: 'skipping_sky' };
  const ids = await Promise.all(
    Object.values(people).map(
      async username => (await management('POST', '/users', { username, password })).id,
    ),
  );
  await management('POST', `/users/${ids[1]}/mfa-verifications`, { type: 'Totp' });
  await management('PATCH', `/users/${ids[2]}/logto-configs`, { mfa: { skipped: true } });

  /** The page after the password, and whether it can be skipped. */
  const follow = async (username: string) => {
    await page.context().clearCookies();
    await page.goto(own.start(), { waitUntil: 'commit' });
    await signIn(page, { username, password });
    await page.waitForURL(url => !url.pathname.startsWith('/sign-in'));
    if (!page.url().startsWith(product.tenantEndpoint)) return 'in';
    await expect(page.getByRole('heading')).toBeVisible();
    const canSkip = await page.getByRole('button', { name: 'Not now' }).isVisible();
    return `${new URL(page.url()).pathname.split('/')[1]}${canSkip ? ', or later' : ''}`;
  };
  const asked = { nothing: 'mfa-binding, or later', authenticator: 'mfa-verification', skipped: 'in' };
  const expected = {
    'UserControlled without factors': { nothing: 'in', authenticator: 'in', skipped: 'in' },
    'UserControlled with Totp': asked,
    'PromptAtSignInAndSignUp with Totp': asked,
    'PromptOnlyAtSignIn with Totp': asked,
    'NoPrompt with Totp': { ...asked, nothing: 'in' },
    'Mandatory with Totp': { ...asked, nothing: 'mfa-binding', skipped: 'mfa-binding' },
  };
  const seen: Record<string, Record<string, string>> = {};
  for (const name of Object.keys(expected)) {
    const policy = name.split(' ')[0];
    const factors = name.endsWith('Totp') ? ['Totp'] : [];
    await management('PATCH', '/sign-in-exp', { mfa: { policy, factors } });
    seen[name] = {};
    for (const [who, username] of Object.entries(people)) seen[name][who] = await follow(username);
  }
  await management('PATCH', '/sign-in-exp', { mfa: { policy: 'UserControlled', factors: [] } });
  expect(seen).toEqual(expected);
});
