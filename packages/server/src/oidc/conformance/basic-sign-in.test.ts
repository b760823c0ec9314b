import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBrowser } from '../../http/testing/browser.ts';
import {
  answerAt,
  createRelyingParty,
  type RelyingParty,
  redirectUri,
  user,
} from './testing/relying-party.ts';

/** Basic profile, the part at the authorization endpoint. The names are those of the modules of the OpenID Foundation. */
describe('OpenID conformance, Basic: authorization', () => {
  let app: TestApp;
  let party: RelyingParty;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await app.manage('POST', '/users', user);
    party = await createRelyingParty(app);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  const errorOf = async (parameters: Record<string, string | undefined>, browser = createBrowser()) =>
    answerAt((await party.start(parameters, browser)).page.address);
  const isAsked = async (parameters: Record<string, string | undefined>, browser = createBrowser()) =>
    (await party.start(parameters, browser)).page.address.includes('/sign-in?');

  test('oidcc-server: the answer has the state and the issuer, the ID token the nonce', async () => {
    const { checks, page } = await party.authorize();
    expect(answerAt(page.address)).toEqual({
      code: expect.any(String),
      state: checks.expectedState,
      iss: `${party.origin}/oidc`,
    });
    const tokens = await party.complete(page.address, checks);
    expect(tokens.claims()).toMatchObject({
      aud: party.id,
      nonce: checks.expectedNonce,
      iat: expect.any(Number),
      exp: expect.any(Number),
      auth_time: expect.any(Number),
    });
    expect(tokens.token_type).toBe('bearer');
    expect(tokens.expires_in).toBeGreaterThan(0);
  });

  test('oidcc-ensure-request-without-nonce-succeeds: without a nonce there is none in the ID token', async () => {
    const { checks, page } = await party.authorize({ nonce: undefined });
    const tokens = await party.complete(page.address, { ...checks, expectedNonce: undefined });
    expect(tokens.claims()).not.toHaveProperty('nonce');
  });

  test('oidcc-server: without a state none comes back, and a strange one comes back as it was', async () => {
    const { page } = await party.authorize({ state: undefined });
    expect(answerAt(page.address)).not.toHaveProperty('state');
    const state = `"><script>alert(1)</script>&code=evil#ü${'x'.repeat(500)}`;
    const strange = await party.authorize({ state });
    expect(answerAt(strange.page.address).state).toBe(state);
    expect(answerAt(strange.page.address).code).not.toBe('evil');
  });

  test('oidcc-response-type-missing: an error at the application, with the state', async () => {
    const { query, checks } = await party.prepare();
    const url = openid.buildAuthorizationUrl(party.configuration, query);
    url.searchParams.delete('response_type');
    const { address } = await createBrowser().follow(url.href, party.origin);
    expect(answerAt(address)).toMatchObject({ error: 'invalid_request', state: checks.expectedState });
  });

  test.each([
    ['another path', `${redirectUri}/other`],
    ['a query that is not registered', `${redirectUri}?a=b`],
    ['another host', 'https://evil.example/callback'],
    ['none', undefined],
  ])(
    'oidcc-ensure-registered-redirect-uri: %s is answered with a page, never with a redirect',
    async (name, address) => {
      const { page } = await party.start({ redirect_uri: address });
      // A client with one registered address may leave it out; then that one is meant.
      if (name === 'none') return expect(page.address).toContain('/sign-in?');
      expect([page.address.startsWith(`${party.origin}/oidc/auth`), page.answer?.status]).toEqual([
        true,
        400,
      ]);
      expect(page.answer?.headers.get('content-type')).toContain('text/html');
      const inBackground = await party.start({ redirect_uri: address, prompt: 'none' });
      expect([inBackground.page.answer?.status, inBackground.page.answer?.location]).toEqual([400, null]);
    },
  );

  test('an unknown client is answered with a page', async () => {
    const { query } = await party.prepare();
    query.set('client_id', 'nobody');
    query.set('response_type', 'code');
    const answer = await createBrowser().send(`${party.origin}/oidc/auth?${query}`);
    expect([answer.status, answer.location]).toEqual([400, null]);
  });

  test('oidcc-prompt-none-not-logged-in: login_required, without a page', async () => {
    expect(await errorOf({ prompt: 'none' })).toMatchObject({ error: 'login_required' });
  });

  test('oidcc-prompt-none-logged-in: the same user, without a page', async () => {
    const first = await party.obtain();
    const second = await party.obtain({ prompt: 'none' }, first.browser);
    const [before, after] = [first.tokens.claims()!, second.tokens.claims()!];
    expect([after.sub, after.auth_time]).toEqual([before.sub, before.auth_time]);
    expect(await errorOf({ prompt: 'none login' }, first.browser)).toMatchObject({
      error: 'invalid_request',
    });
  });

  test('oidcc-prompt-login: the user signs in again, and the ID token has the new time', async () => {
    const first = await party.obtain();
    later(5);
    expect(await isAsked({ prompt: 'login' }, first.browser)).toBe(true);
    const second = await party.obtain({ prompt: 'login' }, first.browser);
    expect(second.tokens.claims()!.auth_time).toBeGreaterThan(first.tokens.claims()!.auth_time!);
    expect(second.tokens.claims()!.sub).toBe(first.tokens.claims()!.sub);
  });

  test('oidcc-prompt-consent: an application of others asks again, and a refusal comes back', async () => {
    const other = await createRelyingParty(app, { fields: { isThirdParty: true } });
    const { browser, page, checks } = await other.authorize({ prompt: 'consent' });
    expect(page.address).toContain('/consent?');
    const { body } = await browser.experience(other.origin, 'POST', '/interaction/consent', {});
    const { address } = await browser.follow(body.redirectTo, other.origin);
    await other.complete(address, checks);
    const quiet = await other.authorize({ prompt: 'none' }, browser);
    expect(answerAt(quiet.page.address).code).toBeDefined();
    expect((await other.start({ prompt: 'consent' }, browser)).page.address).toContain('/consent?');
    const stranger = await createRelyingParty(app, { fields: { isThirdParty: true } });
    const hidden = await stranger.start({ prompt: 'none' }, browser);
    expect(answerAt(hidden.page.address).error).toBe('consent_required');
  });

  test('oidcc-max-age-1: a second later the user signs in again; oidcc-max-age-10000: not yet', async () => {
    const first = await party.obtain();
    later(2);
    expect(await isAsked({ max_age: '1' }, first.browser)).toBe(true);
    expect(await errorOf({ max_age: '1', prompt: 'none' }, first.browser)).toMatchObject({
      error: 'login_required',
    });
    const kept = await party.obtain({ max_age: '10000' }, first.browser);
    expect(kept.tokens.claims()!.auth_time).toBe(first.tokens.claims()!.auth_time);
    const again = await party.obtain({ max_age: '1' }, first.browser);
    expect(again.tokens.claims()!.auth_time).toBeGreaterThan(first.tokens.claims()!.auth_time!);
    expect(await errorOf({ max_age: '-1' })).toMatchObject({ error: 'invalid_request' });
  });

  test('oidcc-id-token-hint: the user of the hint, or login_required', async () => {
    const { browser, tokens } = await party.obtain();
    const hint = { prompt: 'none', id_token_hint: tokens.id_token! };
    const { tokens: again } = await party.obtain(hint, browser);
    expect(again.claims()!.sub).toBe(tokens.claims()!.sub);
    expect(await errorOf(hint)).toMatchObject({ error: 'login_required' });
    expect(await errorOf({ prompt: 'none', id_token_hint: 'no.token.atall' }, browser)).toMatchObject({
      error: 'invalid_request',
    });
  });

  test.each([
    ['oidcc-login-hint', { login_hint: 'bob@example.com' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-ui-locales: made-up ones', { ui_locales: 'xx-"><script> ../../etc/passwd %00' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-ensure-other-scope-order-succeeds', { scope: 'email openid' }],
    ['a scope that nobody knows is left out', { scope: 'openid made:up' }],
  ])('%s: the sign-in works all the same', async (_, parameters) => {
    const { tokens } = await party.obtain(parameters);
    expect(tokens.claims()?.sub).toBeDefined();
  });

  test.each([
    ['request', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
    ['request_uri', { request_uri: 'https://app.example/request' }, 'request_uri_not_supported'],
    ['registration', { registration: '{}' }, 'registration_not_supported'],
  ])(
    'oidcc-unsigned-request-object: %s is refused by its own error, with the state',
    async (_, parameters, error) => {
      const { page, checks } = await party.start(parameters);
      expect(answerAt(page.address)).toMatchObject({
        error,
        state: checks.expectedState,
        iss: `${party.origin}/oidc`,
      });
    },
  );

  test('oidcc-ensure-post-request-succeeds: a request by a form works like one by address', async () => {
    const { query, checks } = await party.prepare({ response_type: 'code' });
    query.set('client_id', party.id);
    const browser = createBrowser();
    const { browser: signedIn } = await party.obtain({}, browser);
    const { headers, status } = await call(`${party.origin}/oidc/auth`, {
      method: 'POST',
      body: query.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(303);
    const next = new URL(headers.get('location') ?? '', party.origin).href;
    const { address } = await signedIn.follow(next, party.origin);
    expect((await party.complete(address, checks)).claims()?.sub).toBeDefined();
  });
});
