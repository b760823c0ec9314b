import { generateKeyPair } from 'jose';
import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { signIn } from '../../http/testing/browser.ts';
import { type Claims, createFapiClient, type FapiClient } from './testing/fapi-client.ts';
import { answerAt, createRelyingParty, user } from './testing/relying-party.ts';

/** FAPI 2.0 Security Profile, negative cases at the pushed authorization request and the authorization endpoint. */
describe('OpenID conformance, FAPI 2.0 Security Profile: requests', () => {
  let app: TestApp;
  let bank: FapiClient;
  let other: FapiClient;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await app.manage('POST', '/users', user);
    [bank, other] = [await createFapiClient(app), await createFapiClient(app)];
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  const isRefused = async (uri: string, client = bank) => {
    const { page } = await client.use(uri);
    if (page.address.includes('/sign-in?')) return false;
    return page.answer?.status === 400 || answerAt(page.address).error !== undefined;
  };

  test('fapi2-security-profile-happy-flow: pushed, signed and bound, with the issuer in the answer', async () => {
    const { body, status, checks } = await bank.push();
    expect([status, body.expires_in]).toEqual([201, expect.any(Number)]);
    expect(body.expires_in).toBeLessThan(600);
    const { browser, page } = await bank.use(body.request_uri);
    expect(page.address).toContain('/sign-in?');
    const next = await signIn(browser, bank.origin, user);
    const { address } = await browser.follow(next, bank.origin);
    expect(answerAt(address)).toEqual({
      code: expect.any(String),
      state: checks.expectedState,
      iss: bank.issuer,
    });
    const tokens = await bank.complete(address, checks);
    expect(tokens.token_type).toBe('dpop');
  });

  test('fapi2-security-profile-ensure-unpushed-request-fails: a request by address is refused', async () => {
    const { page } = await bank.start();
    expect(answerAt(page.address).error).toBe('invalid_request');
  });

  test('fapi2-security-profile-par-ensure-pkce-required: no challenge, an empty one, or a short one', async () => {
    const weak: Record<string, string | undefined>[] = [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge: undefined },
      { code_challenge: '' },
      { code_challenge: 'short' },
    ];
    for (const parameters of weak) {
      const { status, body } = await bank.push(parameters);
      expect([parameters, status, body.error]).toEqual([parameters, 400, 'invalid_request']);
    }
  });

  test('fapi2-security-profile-par-plain-pkce-rejected: only S256', async () => {
    for (const method of ['plain', 'S512', 's256', undefined]) {
      const { status, body } = await bank.push({ code_challenge_method: method });
      expect([method, status, body.error]).toEqual([method, 400, 'invalid_request']);
    }
  });

  test('fapi2-security-profile-ensure-response-type-code: no other response type', async () => {
    for (const type of ['code id_token', 'id_token', 'token', 'none', '']) {
      const { status } = await bank.push({ response_type: type });
      expect([type, status]).toEqual([type, 400]);
    }
  });

  test('fapi2-security-profile-ensure-redirect-uri-in-authorization-request and -unregistered-redirect-uri', async () => {
    for (const address of ['https://evil.example/callback', 'http://app.example/callback', '']) {
      const { status } = await bank.push({ redirect_uri: address });
      expect([address, status]).toEqual([address, 400]);
    }
  });

  test('fapi2-security-profile-par-attempt-reuse-request_uri: a request is used up by the sign-in', async () => {
    const { body } = await bank.push();
    const { browser, page } = await bank.use(body.request_uri);
    expect(page.address).toContain('/sign-in?');
    await browser.follow(await signIn(browser, bank.origin, user), bank.origin);
    expect(await isRefused(body.request_uri)).toBe(true);
  });

  test('fapi2-security-profile-par-attempt-to-use-expired-request_uri: refused after its time', async () => {
    const { body } = await bank.push();
    later(body.expires_in + 1);
    expect(await isRefused(body.request_uri)).toBe(true);
  });

  test('fapi2-security-profile-par-attempt-to-use-request_uri-for-different-client: refused', async () => {
    const { body } = await bank.push();
    expect(await isRefused(body.request_uri, other)).toBe(true);
    const { page } = await bank.use('urn:ietf:params:oauth:request_uri:made-up');
    expect(page.address).not.toContain('/sign-in?');
  });

  test('parameters beside a request_uri do not change what was pushed', async () => {
    const { body } = await bank.push({ scope: 'openid' });
    const { page } = await bank.use(body.request_uri, { redirect_uri: 'https://evil.example/callback' });
    // The client may repeat them, but what counts is what it has signed for (RFC 9126 section 4).
    expect(page.address).not.toContain('evil.example');
  });

  test('fapi2-security-profile-par-without-duplicate-parameters: no request_uri and no request object within', async () => {
    for (const parameters of [
      { request_uri: 'urn:ietf:params:oauth:request_uri:made-up' },
      { request: 'eyJhbGciOiJub25lIn0.e30.' },
    ]) {
      const { status, body } = await bank.push(parameters);
      expect([status, body.error]).toEqual([400, expect.stringMatching(/_not_supported|invalid_request/)]);
    }
  });

  test('fapi2-security-profile-ensure-client-assertion: aud, iss, sub, exp, jti and the signature', async () => {
    const stranger = await generateKeyPair('ES256');
    const seconds = Math.floor(Date.now() / 1000);
    const bent: Record<string, Claims> = {
      'the token endpoint as audience': { aud: `${bank.issuer}/token` },
      'the endpoint itself as audience': { aud: `${bank.issuer}/request` },
      'a list of audiences': { aud: [bank.issuer] },
      'another audience': { aud: 'https://other.example' },
      'audiences of which one is ours': { aud: [bank.issuer, 'https://other.example'] },
      'no audience': { aud: undefined },
      'another issuer': { iss: other.id },
      'another subject': { sub: other.id },
      'no issuer': { iss: undefined },
      expired: { iat: seconds - 600, exp: seconds - 300 },
      'no expiry': { exp: undefined },
      'not valid yet': { nbf: seconds + 120 },
      'issued in the future': { iat: seconds + 120 },
      'no id': { jti: undefined },
    };
    for (const [name, claims] of Object.entries(bent)) {
      const { status, body } = await bank.push({}, await bank.assertion(claims));
      expect([name, status, body.request_uri]).toEqual([
        name,
        expect.toSatisfy(code => [400, 401].includes(code)),
        undefined,
      ]);
    }
    const forged = await bank.push({}, await bank.assertion({}, {}, stranger.privateKey));
    expect([forged.status, forged.body.error]).toEqual([401, 'invalid_client']);
    const none = await bank.post('request', { client_id: bank.id, response_type: 'code' });
    expect([none.status, none.body.error]).toEqual([401, 'invalid_client']);
  });

  test('fapi2-security-profile-ensure-client-assertion-jti-not-reused: once, also at another endpoint and at once', async () => {
    const used = await bank.assertion();
    expect((await bank.push({}, used)).status).toBe(201);
    expect((await bank.push({}, used)).status).toBe(401);
    expect((await bank.spend('code', 'x'.repeat(43), { given: used })).body.error).toBe('invalid_client');
    const parallel = await bank.assertion();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bank.push({}, parallel)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('fapi2-security-profile-ensure-signed-client-assertion-alg: no RS256, no HMAC, no signature', async () => {
    const rsa = await createFapiClient(app, { algorithm: 'RS256' });
    expect((await rsa.push()).status).toBe(401);
    const pss = await createFapiClient(app, { algorithm: 'PS256' });
    expect((await pss.push()).status).toBe(201);
    const [, payload] = (await bank.assertion()).split('.');
    for (const alg of ['none', 'HS256']) {
      const head = Buffer.from(JSON.stringify({ alg, kid: 'bank' })).toString('base64url');
      const { status } = await bank.push({}, `${head}.${payload}.`);
      expect([alg, status]).toEqual([alg, expect.toSatisfy(code => [400, 401].includes(code))]);
    }
  });

  test('fapi2-security-profile-ensure-client-authentication: a secret is not enough', async () => {
    const secret = await createRelyingParty(app, {
      fields: { name: 'Careless', customClientMetadata: { securityProfile: 'Fapi2' } },
    });
    await expect(
      openid.buildAuthorizationUrlWithPAR(secret.configuration, (await secret.prepare()).query),
    ).rejects.toMatchObject({ status: expect.toSatisfy(code => code >= 400 && code < 500) });
  });

  test('other clients may name the token endpoint as the audience, as RFC 7523 has it', async () => {
    const standard = await createFapiClient(app, { securityProfile: 'Standard' });
    const { status } = await standard.push({}, await standard.assertion({ aud: `${standard.issuer}/token` }));
    expect(status).toBe(201);
  });
});
