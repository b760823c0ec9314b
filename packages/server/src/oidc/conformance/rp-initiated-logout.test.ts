import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { type Browser, createBrowser } from '../../http/testing/browser.ts';
import {
  afterSignOut,
  answerAt,
  createRelyingParty,
  formIn,
  type RelyingParty,
  submitForm,
  user,
} from './testing/relying-party.ts';

/** RP-Initiated Logout profile. */
describe('OpenID conformance, RP-Initiated Logout', () => {
  let app: TestApp;
  let party: RelyingParty;
  let other: RelyingParty;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await app.manage('POST', '/users', user);
    [party, other] = [await createRelyingParty(app), await createRelyingParty(app)];
  });
  afterAll(() => app.close());

  const isSignedIn = async (browser: Browser) =>
    answerAt((await party.start({ prompt: 'none' }, browser)).page.address).code !== undefined;
  const end = (browser: Browser, parameters: Record<string, string>) =>
    browser.send(`${party.origin}/oidc/session/end?${new URLSearchParams(parameters)}`);
  /** Whether the page asks the user to confirm. */
  const asks = (html: string) => formIn(html).kind === 'sign_out' && !('logout' in formIn(html).fields);
  const confirm = async (browser: Browser, html: string) => {
    const answer = await submitForm(browser, html, asks(html) ? { logout: 'yes' } : {});
    const next = new URL(answer.location ?? '', party.origin).href;
    return (await browser.follow(next, party.origin)).address;
  };

  test('oidcc-rp-initiated-logout: ends the session and returns with the state', async () => {
    const { browser, tokens } = await party.obtain();
    const url = openid.buildEndSessionUrl(party.configuration, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: afterSignOut,
      state: 'a b&c',
    });
    const page = await browser.send(url.href);
    expect(asks(page.text)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await confirm(browser, page.text)).toBe(`${afterSignOut}?state=a+b%26c`);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('oidcc-rp-initiated-logout-no-state: returns without one', async () => {
    const { browser, tokens } = await party.obtain();
    const page = await end(browser, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: afterSignOut,
    });
    expect(await confirm(browser, page.text)).toBe(afterSignOut);
  });

  test.each([
    ['bad-post-logout-redirect-uri', 'https://evil.example/'],
    ['query-added-to-post-logout-redirect-uri', `${afterSignOut}?a=b`],
    ['a path below the registered one', `${afterSignOut}/more`],
  ])('oidcc-rp-initiated-logout-%s: a page with an error, and the session stays', async (_, address) => {
    const { browser, tokens } = await party.obtain();
    const page = await end(browser, { id_token_hint: tokens.id_token!, post_logout_redirect_uri: address });
    expect([page.status, page.location]).toEqual([400, null]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('oidcc-rp-initiated-logout-no-id-token-hint: an address alone leads nowhere, and the user is asked', async () => {
    const { browser } = await party.obtain();
    const page = await end(browser, { post_logout_redirect_uri: afterSignOut, state: 'x' });
    expect(asks(page.text)).toBe(true);
    expect(await confirm(browser, page.text)).toBe(`${party.origin}/signed-out`);
  });

  test.each([
    ['no-params', {}],
    ['only-state', { state: 'x' }],
  ])('oidcc-rp-initiated-logout-%s: the user is asked', async (_, parameters: Record<string, string>) => {
    const { browser } = await party.obtain();
    const page = await end(browser, parameters);
    expect(asks(page.text)).toBe(true);
    // Nothing has happened before the answer.
    expect(await isSignedIn(browser)).toBe(true);
    expect(await confirm(browser, page.text)).toBe(`${party.origin}/signed-out`);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('oidcc-rp-initiated-logout-no-post-logout-redirect-uri: the browser stays here', async () => {
    const { browser, tokens } = await party.obtain();
    const page = await end(browser, { id_token_hint: tokens.id_token! });
    expect(await confirm(browser, page.text)).toBe(`${party.origin}/signed-out`);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('oidcc-rp-initiated-logout-modified-id-token-hint: refused, and the session stays', async () => {
    const { browser, tokens } = await party.obtain();
    const [head, , signature] = tokens.id_token!.split('.');
    const forged = Buffer.from(JSON.stringify({ ...tokens.claims(), sub: 'evil' })).toString('base64url');
    for (const hint of [`${head}.${forged}.${signature}`, `${tokens.id_token}x`, 'nothing', 'a.b.c']) {
      const page = await end(browser, { id_token_hint: hint, post_logout_redirect_uri: afterSignOut });
      expect([hint.length, page.status, page.location]).toEqual([hint.length, 400, null]);
    }
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('oidcc-rp-initiated-logout: a hint of another user or application signs no user out without asking', async () => {
    await app.manage('POST', '/users', { username: 'bob', password: user.password });
    const { browser } = await party.obtain();
    const { tokens: foreign } = await other.obtain();
    const mismatch = await end(browser, { id_token_hint: foreign.id_token!, client_id: party.id });
    expect(mismatch.status).toBe(400);
    const stranger = await end(createBrowser(), { id_token_hint: foreign.id_token! });
    expect(stranger.status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('the confirmation takes no form of another site', async () => {
    const { browser, tokens } = await party.obtain();
    const page = await end(browser, { id_token_hint: tokens.id_token! });
    const { action } = formIn(page.text);
    for (const xsrf of ['', 'guess']) {
      const { status } = await browser.send(action, {
        method: 'POST',
        body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(status).toBe(400);
    }
    expect(await isSignedIn(browser)).toBe(true);
  });
});
