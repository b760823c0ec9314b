import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { signIn } from '../../http/testing/browser.ts';
import { createFapiClient, type FapiClient } from './testing/fapi-client.ts';
import { answerAt, user } from './testing/relying-party.ts';

/** FAPI 2.0 Security Profile, negative cases at the token endpoint and with sender-constrained tokens. */
describe('OpenID conformance, FAPI 2.0 Security Profile: tokens', () => {
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

  /** A code of a user who has signed in, with the parameters and the proof that it was pushed with. */
  const receiveCode = async (parameters: Record<string, string | undefined> = {}, dpop?: string) => {
    const { body, checks } = await bank.push(parameters, undefined, dpop);
    const { browser } = await bank.use(body.request_uri);
    const next = await signIn(browser, bank.origin, user);
    const { address } = await browser.follow(next, bank.origin);
    return { code: answerAt(address).code!, verifier: checks.pkceCodeVerifier };
  };
  const obtain = async (scope = 'openid') => {
    const { code, verifier } = await receiveCode({ scope, prompt: 'consent' });
    const { body } = await bank.spend(code, verifier, { dpop: await bank.proof() });
    return body as { access_token: string; refresh_token: string; token_type: string };
  };
  const athOf = (token: string) => createHash('sha256').update(token).digest('base64url');

  test('fapi2-security-profile-ensure-holder-of-key-required: no proof, no token', async () => {
    const { code, verifier } = await receiveCode();
    const { status, body } = await bank.spend(code, verifier);
    expect([status, body.error, body.access_token]).toEqual([400, 'invalid_grant', undefined]);
  });

  test('fapi2-security-profile-attempt-to-reuse-authorization-code: once, also at once', async () => {
    const { code, verifier } = await receiveCode();
    const all = await Promise.all(
      Array.from({ length: 10 }, async () => bank.spend(code, verifier, { dpop: await bank.proof() })),
    );
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const again = await bank.spend(code, verifier, { dpop: await bank.proof() });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  });

  test('fapi2-security-profile-ensure-authorization-code-lifetime: a minute at most', async () => {
    const { code, verifier } = await receiveCode();
    later(61);
    const { status, body } = await bank.spend(code, verifier, { dpop: await bank.proof() });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  test('fapi2-security-profile-ensure-authorization-code-is-bound-to-client and to its verifier', async () => {
    const { code, verifier } = await receiveCode();
    const stolen = await other.spend(code, verifier, { dpop: await other.proof() });
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
    const second = await receiveCode();
    const guessed = await bank.spend(second.code, 'x'.repeat(43), { dpop: await bank.proof() });
    expect([guessed.status, guessed.body.error]).toEqual([400, 'invalid_grant']);
  });

  test('fapi2-security-profile-dpop-negative-tests: a code is bound to dpop_jkt, or to the key it was pushed with', async () => {
    const jkt = await calculateJwkThumbprint(await exportJWK(bank.proofKey.publicKey));
    const stranger = await generateKeyPair('ES256', { extractable: true });
    const pushed = await bank.proof({ htu: `${bank.issuer}/request` });
    for (const bound of [await receiveCode({ dpop_jkt: jkt }), await receiveCode({}, pushed)]) {
      const wrong = await bank.spend(bound.code, bound.verifier, {
        dpop: await bank.proof({}, {}, stranger),
      });
      expect([wrong.status, wrong.body.access_token]).toEqual([400, undefined]);
    }
    const good = await receiveCode({ dpop_jkt: jkt });
    const { status, body } = await bank.spend(good.code, good.verifier, { dpop: await bank.proof() });
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
    const mismatch = await bank.push(
      { dpop_jkt: jkt },
      undefined,
      await bank.proof({ htu: `${bank.issuer}/request` }, {}, stranger),
    );
    expect(mismatch.status).toBe(400);
  });

  test('fapi2-security-profile-dpop-negative-tests: bent proofs at the token endpoint', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const stranger = await generateKeyPair('ES256', { extractable: true });
    const used = await bank.proof();
    const first = await receiveCode();
    expect((await bank.spend(first.code, first.verifier, { dpop: used })).status).toBe(200);
    const proofs: Record<string, Promise<string> | string> = {
      'used before': used,
      htm: bank.proof({ htm: 'GET' }),
      htu: bank.proof({ htu: `${bank.issuer}/me` }),
      'htu of another host': bank.proof({ htu: 'https://evil.example/oidc/token' }),
      'no htu': bank.proof({ htu: undefined }),
      'no htm': bank.proof({ htm: undefined }),
      'no jti': bank.proof({ jti: undefined }),
      'no iat': bank.proof({ iat: undefined }),
      old: bank.proof({ iat: seconds - 3600 }),
      'from the future': bank.proof({ iat: seconds + 3600 }),
      'a nonce that was never given': bank.proof({ nonce: 'made-up' }),
      typ: bank.proof({}, { typ: 'JWT' }),
      'a private key in the header': bank.proof({}, { jwk: await exportJWK(bank.proofKey.privateKey) }),
      'a key that did not sign': bank.proof({}, { jwk: await exportJWK(stranger.publicKey) }),
      'no proof at all': 'nothing',
      unsigned: `${Buffer.from('{"alg":"none","typ":"dpop+jwt"}').toString('base64url')}.e30.`,
    };
    for (const [name, proof] of Object.entries(proofs)) {
      const { code, verifier } = await receiveCode();
      const { status, body } = await bank.spend(code, verifier, { dpop: await proof });
      expect([name, status, body.access_token]).toEqual([name, 400, undefined]);
    }
  });

  test('fapi2-security-profile-access-token-is-sender-constrained: worth nothing without its key', async () => {
    const { access_token: token, token_type: type } = await obtain();
    expect(type).toBe('DPoP');
    const show = async (headers: Record<string, string>) => (await bank.userinfo(headers)).status;
    const proof = (claims = {}, key = bank.proofKey) =>
      bank.proof({ htm: 'GET', htu: `${bank.issuer}/me`, ath: athOf(token), ...claims }, {}, key);
    const good = await proof();
    expect(await show({ authorization: `DPoP ${token}`, dpop: good })).toBe(200);
    const stranger = await generateKeyPair('ES256', { extractable: true });
    const attempts: Record<string, Record<string, string>> = {
      'as a bearer token': { authorization: `Bearer ${token}` },
      'as a bearer token with a proof': { authorization: `Bearer ${token}`, dpop: await proof() },
      'without a proof': { authorization: `DPoP ${token}` },
      'a proof twice': { authorization: `DPoP ${token}`, dpop: good },
      'another key': { authorization: `DPoP ${token}`, dpop: await proof({}, stranger) },
      'ath of another token': { authorization: `DPoP ${token}`, dpop: await proof({ ath: athOf('other') }) },
      'no ath': { authorization: `DPoP ${token}`, dpop: await proof({ ath: undefined }) },
      'another method': { authorization: `DPoP ${token}`, dpop: await proof({ htm: 'POST' }) },
      'another address': {
        authorization: `DPoP ${token}`,
        dpop: await proof({ htu: `${bank.issuer}/token` }),
      },
    };
    for (const [name, headers] of Object.entries(attempts))
      expect([name, await show(headers)]).toEqual([
        name,
        expect.toSatisfy(code => [400, 401].includes(code)),
      ]);
    const body = await bank.post('me', { access_token: token });
    expect([400, 401]).toContain(body.status);
  });

  test('fapi2-security-profile-refresh-token: bound to the client, and not rotated even near its end', async () => {
    const { refresh_token: token } = await obtain('openid offline_access');
    const refresh = (client: FapiClient, dpop: string) =>
      client.spend('', '', { grant_type: 'refresh_token', refresh_token: token, dpop, code: undefined });
    const stolen = await refresh(other, await other.proof());
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
    later(12 * 86_400);
    const answer = await refresh(bank, await bank.proof());
    expect(answer.status).toBe(200);
    expect([token, undefined]).toContain(answer.body.refresh_token);
  });
});
