import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { redirectUri } from '../oidc/testing/people.ts';
import { challenge, setUpThieves, type Thieves } from './testing/oauth.ts';
import { password } from './testing/people.ts';

describe('what was sent once and is sent again', () => {
  let app: TestApp;
  let thieves: Thieves;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    thieves = await setUpThieves(app);
  });
  afterAll(() => app.close());

  test('a pushed request counts once, and for its client', async () => {
    const { origin, shop, thief } = thieves;
    const push = async (client: string) => {
      const answer = await fetch(`${origin}/oidc/request`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: client,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: 'openid',
          prompt: 'login',
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }),
      });
      return ((await answer.json()) as { request_uri: string }).request_uri;
    };
    const use = (client: string, uri: string, browser = createBrowser()) =>
      browser.follow(
        `${origin}/oidc/auth?${new URLSearchParams({ client_id: client, request_uri: uri })}`,
        origin,
      );
    const stolen = await push(shop);
    const page = await use(thief, stolen);
    expect(page.answer?.status ?? new URL(page.address).searchParams.get('error')).not.toBe(200);
    expect(page.address).not.toContain('/sign-in');
    const uri = await push(shop);
    const browser = createBrowser();
    expect((await use(shop, uri, browser)).address).toContain('/sign-in');
    await browser.follow(await signIn(browser, origin, { username: 'ada', password }), origin);
    const again = await use(shop, uri);
    expect(again.address).not.toContain('/sign-in');
    const unknown = await use(shop, 'urn:ietf:params:oauth:request_uri:made-up');
    expect(unknown.address).not.toContain('/sign-in');
    const outside = await use(shop, 'https://evil.example/request');
    expect(outside.address).not.toContain('/sign-in');
  });

  test('a proof of possession is for one request, one token and one moment', async () => {
    const { people, origin, shop } = thieves;
    const client = await people.discover(shop);
    const keys = await openid.randomDPoPKeyPair('ES256', { extractable: true });
    const { tokens } = await people.register(
      client,
      'bert',
      {},
      { dpop: openid.getDPoPHandle(client, keys) },
    );
    const token = tokens!.access_token;
    const jwk = await exportJWK(keys.publicKey);
    const ath = createHash('sha256').update(token).digest('base64url');
    const seconds = Math.floor(Date.now() / 1000);
    const prove = async (claims: object = {}, header: object = {}, key = keys.privateKey) =>
      new SignJWT({
        htm: 'GET',
        htu: `${origin}/oidc/me`,
        iat: seconds,
        jti: crypto.randomUUID(),
        ath,
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(key);
    const show = async (proof: string) =>
      (await call(`${origin}/oidc/me`, { headers: { authorization: `DPoP ${token}`, dpop: proof } })).status;
    const good = await prove();
    expect(await show(good)).toBe(200);
    const stranger = await generateKeyPair('ES256', { extractable: true });
    const attacks = {
      replay: good,
      htu: prove({ htu: 'https://evil.example/oidc/me' }),
      'another path': prove({ htu: `${origin}/oidc/token` }),
      htm: prove({ htm: 'POST' }),
      ath: prove({ ath: createHash('sha256').update('other').digest('base64url') }),
      'no ath': prove({ ath: undefined }),
      'no jti': prove({ jti: undefined }),
      stale: prove({ iat: seconds - 3600 }),
      'from the future': prove({ iat: seconds + 3600 }),
      'a made-up nonce': prove({ nonce: 'made-up' }),
      typ: prove({}, { typ: 'JWT' }),
      'another key': prove({}, { jwk: await exportJWK(stranger.publicKey) }, stranger.privateKey),
      'the key of another': prove({}, {}, stranger.privateKey),
      'a private key in the header': prove({}, { jwk: await exportJWK(keys.privateKey) }),
      'two proofs': Promise.all([prove(), prove()]).then(proofs => proofs.join(', ')),
    };
    for (const [name, proof] of Object.entries(attacks))
      expect([name, await show(await proof)]).toEqual([
        name,
        expect.toSatisfy(code => code === 400 || code === 401),
      ]);
    const once = await prove();
    const parallel = await Promise.all(Array.from({ length: 10 }, () => show(once)));
    expect(parallel.filter(status => status === 200)).toHaveLength(1);
  });
});
