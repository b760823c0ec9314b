import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import type { Browser } from '../../http/testing/browser.ts';
import { listenForLogouts, type Received } from './testing/logout-receiver.ts';
import { createRelyingParty, redirectUri, submitForm, user } from './testing/relying-party.ts';

/** Back-Channel Logout profile. */
describe.each(databaseKinds)('OpenID conformance, Back-Channel Logout on %s', kind => {
  let app: TestApp;
  let receiver: Awaited<ReturnType<typeof listenForLogouts>>;
  beforeAll(async () => {
    app = await startTestApp(kind, { now: () => Date.now() });
    receiver = await listenForLogouts();
    await app.manage('POST', '/users', user);
  });
  afterEach(() => {
    vi.useRealTimers();
    receiver.received.length = 0;
    receiver.statuses.length = 0;
  });
  afterAll(() => {
    receiver.close();
    return app.close();
  });

  const createParty = (backchannelLogoutSessionRequired: boolean) =>
    createRelyingParty(app, {
      fields: {
        oidcClientMetadata: {
          redirectUris: [redirectUri],
          postLogoutRedirectUris: [],
          backchannelLogoutUri: receiver.address,
          backchannelLogoutSessionRequired,
        },
      },
    });
  const signOut = async (browser: Browser) => {
    const page = await browser.send(`${app.env.ENDPOINT}/oidc/session/end`);
    await submitForm(browser, page.text, { logout: 'yes' });
  };
  /** The checks that a receiver has to make (OpenID Connect Back-Channel Logout section 2.6). */
  const read = ({ type, form }: Received, audience: string) => {
    expect(type).toContain('application/x-www-form-urlencoded');
    expect([...form.keys()]).toEqual(['logout_token']);
    return jwtVerify(
      form.get('logout_token')!,
      createRemoteJWKSet(new URL(`${app.env.ENDPOINT}/oidc/jwks`)),
      {
        issuer: `${app.env.ENDPOINT}/oidc`,
        audience,
        typ: 'logout+jwt',
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
      },
    );
  };

  test('oidcc-backchannel-rp-initiated-logout: a signed token with the event and the session, without a nonce', async () => {
    const party = await createParty(true);
    const { browser, tokens } = await party.obtain();
    await signOut(browser);
    expect(receiver.received).toHaveLength(1);
    const { payload, protectedHeader } = await read(receiver.received[0]!, party.id);
    expect(protectedHeader.alg).not.toMatch(/^(?:none|HS)/);
    expect(payload).toMatchObject({
      sub: tokens.claims()!.sub,
      sid: tokens.claims()!.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(payload).not.toHaveProperty('nonce');
    // Two minutes at most is what the specification recommends (section 2.4).
    expect(payload.exp! - payload.iat!).toBeLessThanOrEqual(120);
  });

  test('oidcc-backchannel-rp-initiated-logout: without session_required the token names the user alone', async () => {
    const party = await createParty(false);
    const { browser, tokens } = await party.obtain();
    await signOut(browser);
    const { payload } = await read(receiver.received[0]!, party.id);
    expect([payload.sub, payload.sid]).toEqual([tokens.claims()!.sub, undefined]);
  });

  test('every application of the session hears of it, each with its own token', async () => {
    const parties = [await createParty(true), await createParty(true)];
    const first = await parties[0]!.obtain();
    await parties[1]!.obtain({}, first.browser);
    const never = await createParty(true);
    await signOut(first.browser);
    expect(receiver.received).toHaveLength(2);
    const checked = receiver.received.map(async ({ type, form }) => {
      const { aud } = JSON.parse(
        Buffer.from(form.get('logout_token')!.split('.')[1]!, 'base64url').toString(),
      );
      return (await read({ type, form }, aud)).payload;
    });
    const payloads = await Promise.all(checked);
    expect(payloads.map(({ aud }) => aud).toSorted()).toEqual(parties.map(({ id }) => id).toSorted());
    expect(new Set(payloads.map(({ jti }) => jti)).size).toBe(2);
    expect(payloads.map(({ aud }) => aud)).not.toContain(never.id);
  });

  test('a receiver that fails hears of it again, with a new token, until it has accepted one', async () => {
    const party = await createParty(true);
    const { browser, tokens } = await party.obtain();
    receiver.statuses.push(503, 500);
    await signOut(browser);
    const { jobs } = app.app.services;
    const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
    await expect
      .poll(async () => (await app.manage('GET', '/jobs?name=backchannel-logout')).body)
      .toHaveLength(1);
    later(60_000);
    await jobs.runDue();
    expect(receiver.received).toHaveLength(2);
    later(120_000);
    await jobs.runDue();
    expect(receiver.received).toHaveLength(3);
    later(600_000);
    await jobs.runDue();
    expect(receiver.received).toHaveLength(3);
    const ids = receiver.received.map(({ form }) => {
      const payload = form.get('logout_token')!.split('.')[1]!;
      const { jti, sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
      expect(sid).toBe(tokens.claims()!.sid);
      return jti;
    });
    expect(new Set(ids).size).toBe(3);
    expect((await app.manage('GET', '/jobs?name=backchannel-logout')).body).toEqual([]);
  });

  test('the user is signed out whatever the receiver answers', async () => {
    const party = await createParty(true);
    const { browser } = await party.obtain();
    receiver.statuses.push(500);
    await signOut(browser);
    const { page } = await party.start({ prompt: 'none' }, browser);
    expect(new URL(page.address).searchParams.get('error')).toBe('login_required');
  });
});
