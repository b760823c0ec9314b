import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { redirectUri } from '../oidc/testing/people.ts';
import { challenge, setUpThieves, type Thieves } from './testing/oauth.ts';
import { askToken } from './testing/people.ts';

describe('attacks on the flows of OAuth', () => {
  let app: TestApp;
  let thieves: Thieves;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    thieves = await setUpThieves(app);
  });
  afterAll(() => app.close());

  test('mix-up: every answer names its issuer, errors too (RFC 9207)', async () => {
    const { origin, authorize, enter, metadata } = thieves;
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
    expect((await metadata()).authorization_response_iss_parameter_supported).toBe(true);
    expect(browser.cookies()).toContain('_session');
  });

  test('a code is worth nothing with another verifier, client or address, nor twice', async () => {
    const { origin, shop, thief, enter, spend } = thieves;
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
    const { authorize } = thieves;
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
    const { origin, shop, authorize } = thieves;
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
    // The error goes to the registered redirect URI, or is not sent.
    expect(new URL(twice.location ?? redirectUri).host).toBe('app.example');
    expect(twice.location ?? '').not.toMatch(/[?&]code=/);
  });

  test('a code comes by query, fragment or form, and only to the client', async () => {
    const { origin, authorize } = thieves;
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
    const { origin, shop, thief, authorize, enter } = thieves;
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

  test('a refresh token is for its client, and 20 at once leave one line of tokens or none', async () => {
    const { origin, shop, thief, enter, spend } = thieves;
    const { answer } = await enter();
    const { body } = await spend(answer.get('code'));
    const refresh = (token: string, client = shop) =>
      askToken(origin, { grant_type: 'refresh_token', client_id: client, refresh_token: token });
    expect((await refresh(body.refresh_token, thief)).body.error).toBe('invalid_grant');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(body.refresh_token)));
    const lines = new Set(answers.flatMap(each => each.body.refresh_token ?? []));
    expect(lines.size).toBeLessThanOrEqual(1);
  });
});
