import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { expect } from 'vitest';
import { keepMessages, visit } from '../../api/experience/testing/visit.ts';
import { call, type TestApp } from '../../http/testing/app.ts';
import { type Browser, createBrowser, signIn } from '../../http/testing/browser.ts';

export const password = 'correct horse battery';
const everything =
  'openid offline_access profile email phone identities urn:logto:scope:sessions urn:logto:scope:organizations';
/** The secret behind the challenge that visitors send (RFC 7636 appendix B). */
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

type Tokens = { access_token: string; refresh_token: string; id_token: string };

/** Sessions and tokens count in seconds. */
export const secondHasPassed = async () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const begun = seconds();
  await expect.poll(seconds, { interval: 20 }).toBeGreaterThan(begun);
};

/** Calls the token endpoint and returns its response. */
export const askToken = async (origin: string, parameters: Record<string, string>) => {
  const answer = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: demoApplicationId, ...parameters }),
  });
  // Untyped on purpose: tests look into answers whose shape they are about to check.
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

/** Exchanges the code in the address that a browser came back to. */
export const takeTokens = (app: TestApp, address: string, parameters: Record<string, string> = {}) =>
  askToken(app.env.ENDPOINT, {
    grant_type: 'authorization_code',
    redirect_uri: `${app.env.ENDPOINT}/demo-app`,
    code: new URL(address).searchParams.get('code') ?? '',
    code_verifier: verifier,
    ...parameters,
  });

/** Users can change what they sign in with themselves, may have an authenticator app, and are not asked for it. */
export const openAccountCenter = async (app: TestApp) => {
  await keepMessages(app);
  await app.manage('PATCH', '/account-center', {
    enabled: true,
    fields: { mfa: 'Edit', password: 'Edit', email: 'Edit', session: 'Edit' },
  });
  await app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'NoPrompt', factors: ['Totp', 'BackupCode'] } });
};

/** The session and tokens of a user after signing in to one of our applications. */
export const hold = (app: TestApp, browser: Browser, tokens: Tokens) => {
  const origin = app.env.ENDPOINT;
  let refreshToken = tokens.refresh_token;
  const send = (method: string, path: string, body?: unknown, proof?: string) =>
    call(`${origin}/api${path}`, {
      method,
      body,
      token: tokens.access_token,
      headers: proof ? { 'gatehouse-verification-id': proof } : {},
    });
  return {
    browser,
    tokens,
    send,
    prove: async (secret = password): Promise<string> =>
      (await send('POST', '/verifications/password', { password: secret })).body.verificationRecordId,
    async refresh(parameters: Record<string, string> = {}) {
      const answer = await askToken(origin, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        ...parameters,
      });
      refreshToken = answer.body.refresh_token ?? refreshToken;
      return answer;
    },
    /** Whether the browser is still signed in without a prompt. */
    async isSignedIn() {
      const { page } = await visit(app, undefined, { prompt: 'none', scope: 'openid' }, browser);
      return new URL(page.address).searchParams.has('code');
    },
    /** Checks which of these still work. After the session has ended, none should. */
    async works() {
      return {
        session: await this.isSignedIn(),
        refresh: (await this.refresh()).status === 200,
        account: (await send('GET', '/my-account')).status === 200,
      };
    },
  };
};

/** A user with a password signs in on another device. */
export const enter = async (
  app: TestApp,
  user: { username: string; password?: string },
  parameters: Record<string, string> = {},
) => {
  const origin = app.env.ENDPOINT;
  const browser = createBrowser();
  await visit(app, undefined, { scope: everything, prompt: 'consent', ...parameters }, browser);
  const next = await signIn(browser, origin, {
    username: user.username,
    password: user.password ?? password,
  });
  const { address } = await browser.follow(next, origin);
  const { body } = await takeTokens(app, address);
  return hold(app, browser, body);
};

export const nothing = { session: false, refresh: false, account: false };
export const all = { session: true, refresh: true, account: true };
