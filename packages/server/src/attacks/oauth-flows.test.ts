import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { createPeople, type People, redirectUri } from '../oidc/testing/people.ts';
import { askToken } from './testing/people.ts';

const password = 'correct horse battery';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('attacks on the flows of OAuth', () => {
  let app: TestApp;
  let people: People;
  let origin: string;
  let shop: string;
  let thief: string;
  beforeAll(async () => {
    app = await startTestApp('embedded');
    origin = app.env.ENDPOINT;
    people = createPeople(app);
    shop = (await people.createApplication({ name: 'Shop', type: 'SPA' })).id;
    thief = (await people.createApplication({ name: 'Thief', type: 'SPA' })).id;
    await app.manage('POST', '/users', { username: 'ada', password });
  });
  afterAll(() => app.close());

  const authorize = (parameters: Record<string, string> = {}, browser = createBrowser()) => {
    const query = new URLSearchParams({
      client_id: shop,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid offline_access',
      prompt: 'consent',
      state: 'mine',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...parameters,
    });
    for (const [name, value] of Object.entries(parameters)) if (value === '') query.delete(name);
    return browser.follow(`${origin}/oidc/auth?${query}`, origin);
  };
  const enter = async (parameters: Record<string, string> = {}) => {
    const browser = createBrowser();
    await authorize(parameters, browser);
    const next = await signIn(browser, origin, { username: 'ada', password });
    const { address } = await browser.follow(next, origin);
    return { browser, answer: new URL(address).searchParams };
  };
  const spend = (code: string | null, parameters: Record<string, string> = {}) =>
    askToken(origin, {
      grant_type: 'authorization_code',
      client_id: shop,
      redirect_uri: redirectUri,
      code: code ?? '',
      code_verifier: verifier,
      ...parameters,
    });

  test('mix-up: every answer names its issuer, errors too (RFC 9207)', async () => {
    const { browser, answer } = await enter();
    expect(answer.get('iss')).toBe(`${origin}/oidc`);
    for (const parameters of [
      { prompt: 'none' },
      { scope: 'openid', response_type: 'made-up' },
      { max_age: '-1' },
    ] as Record<string, string>[]) {
      const { address } = await authorize(parameters);
      expect(address).toContain(redirectUri);
      const { searchParams, hash } = new URL(address);
      const read = searchParams.has('error') ? searchParams : new URLSearchParams(hash.slice(1));
      expect([parameters, read.get('error') !== null, read.get('iss')]).toEqual([
        parameters,
        true,
        `${origin}/oidc`,
      ]);
    }
    const { body } = await call(`${origin}/oidc/.well-known/openid-configuration`);
    expect(body.authorization_response_iss_parameter_supported).toBe(true);
    expect(browser.cookies()).toContain('_session');
  });

  test('a code is worth nothing with another verifier, client or address, nor twice', async () => {
    for (const wrong of [
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: challenge },
      { code_verifier: '' },
      { client_id: thief },
      { redirect_uri: 'https://evil.example/callback' },
    ] as Record<string, string>[]) {
      const { answer } = await enter();
      const refused = await spend(answer.get('code'), wrong);
      expect([wrong, refused.status, refused.body.access_token]).toEqual([
        wrong,
        expect.toSatisfy(code => code === 400 || code === 401),
        undefined,
      ]);
    }
    const { answer } = await enter();
    const all = await Promise.all(Array.from({ length: 10 }, () => spend(answer.get('code'))));
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await spend(answer.get('code'))).body.error).toBe('invalid_grant');
    for (const { body } of all.filter(({ status }) => status === 200)) {
      const again = await askToken(origin, {
        grant_type: 'refresh_token',
        client_id: shop,
        refresh_token: body.refresh_token,
      });
      expect(again.body.error).toBe('invalid_grant');
    }
  });

  test('PKCE cannot be left out or weakened', async () => {
    const weaker: Record<string, string>[] = [
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge_method: 'plain' },
      { code_challenge_method: '' },
      { code_challenge_method: 's256' },
      { code_challenge: '' },
      { code_challenge: 'short' },
    ];
    for (const parameters of weaker) {
      const { address } = await authorize(parameters);
      expect([parameters, new URL(address).searchParams.get('error')]).toEqual([
        parameters,
        'invalid_request',
      ]);
    }
  });

  test('only the registered address gets an answer', async () => {
    for (const address of [
      'https://evil.example/callback',
      `${redirectUri}/`,
      `${redirectUri}?x=y`,
      `${redirectUri}#x`,
      `${redirectUri}/../evil`,
      `${redirectUri}%2f..`,
      'https://app.example.evil.example/callback',
      'https://app.example@evil.example/callback',
      'https://evil.example\\@app.example/callback',
      'https://evil.example#@app.example/callback',
      'http://app.example/callback',
      'https://APP.example/Callback',
      'https://app.example:444/callback',
      '//app.example/callback',
      'javascript:alert(1)//https://app.example/callback',
      ' https://app.example/callback',
      'https://app.example/callback\r\nLocation: https://evil.example',
    ])
      for (const prompt of ['consent', 'none']) {
        const page = await authorize({ redirect_uri: address, prompt });
        expect([address, page.answer?.status]).toEqual([address, 400]);
        expect(page.answer?.headers.get('location')).toBeNull();
      }
    const twice = await createBrowser().send(
      `${origin}/oidc/auth?client_id=${shop}&response_type=code&scope=openid&code_challenge=${challenge}&code_challenge_method=S256&redirect_uri=${redirectUri}&redirect_uri=https://evil.example`,
    );
    // The error goes to the address that is registered, or to nobody.
    expect(new URL(twice.location ?? redirectUri).host).toBe('app.example');
    expect(twice.location ?? '').not.toMatch(/[?&]code=/);
  });

  test('a code comes by query, fragment or form, and only to the client', async () => {
    for (const response_mode of ['made-up', 'jwt', 'query.jwt', 'web_message', 'javascript']) {
      const { address, answer } = await authorize({ response_mode, prompt: 'none' });
      expect([response_mode, `${address}${answer?.text ?? ''}`]).toEqual([
        response_mode,
        expect.not.stringMatching(/[?&#]code=\w/),
      ]);
      const { searchParams } = new URL(address, origin);
      expect([response_mode, answer?.status === 400 || searchParams.has('error')]).toEqual([
        response_mode,
        true,
      ]);
    }
  });

  test('prompt=none says nothing about who is signed in', async () => {
    const { browser } = await enter();
    const hidden = await authorize({ client_id: thief, prompt: 'none' }, createBrowser());
    expect(new URL(hidden.address).searchParams.get('error')).toBe('login_required');
    const framed = await browser.send(`${origin}/oidc/auth?client_id=${shop}&prompt=none`);
    expect(framed.headers.get('content-security-policy') ?? '').not.toContain('frame-ancestors *');
    const other = await authorize(
      { prompt: 'none', claims: '{"id_token":{"sub":{"value":"nobody"}}}' },
      browser,
    );
    expect(new URL(other.address).searchParams.get('code')).toBeNull();
  });

  test('a pushed request counts once, and for its client', async () => {
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

  test('a refresh token is for its client, and 20 at once leave one line of tokens or none', async () => {
    const { answer } = await enter();
    const { body } = await spend(answer.get('code'));
    const refresh = (token: string, client = shop) =>
      askToken(origin, { grant_type: 'refresh_token', client_id: client, refresh_token: token });
    expect((await refresh(body.refresh_token, thief)).body.error).toBe('invalid_grant');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(body.refresh_token)));
    const lines = new Set(answers.flatMap(each => each.body.refresh_token ?? []));
    expect(lines.size).toBeLessThanOrEqual(1);
  });

  test('consent and sign-in take no request of another site, nor without the cookie', async () => {
    const browser = createBrowser();
    await authorize({}, browser);
    const base = `${origin}/api`;
    const body = { interactionEvent: 'SignIn' };
    const bare = await call(`${base}/experience`, { method: 'PUT', body });
    expect(bare.status).toBeGreaterThanOrEqual(400);
    const consent = await call(`${base}/interaction/consent`, { method: 'POST', body: {} });
    expect(consent.status).toBeGreaterThanOrEqual(400);
    // What a form of another site can send: no JSON, and no cookies in a POST (SameSite=Lax).
    for (const path of ['/experience/submit', '/interaction/consent', '/experience/verification/password'])
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const { status } = await browser.send(`${base}${path}`, {
          method: 'POST',
          body: JSON.stringify({ identifier: { type: 'username', value: 'ada' }, password }),
          headers: { 'content-type': type, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        });
        expect([path, type, status]).toEqual([
          path,
          type,
          expect.toSatisfy(code => code >= 400 && code < 500),
        ]);
      }
    const planted = await createBrowser().send(`${origin}/oidc/auth/${'x'.repeat(21)}`);
    expect(planted.status).toBe(400);
  });
});
