import { demoApplicationId, managementAudience } from '@gatehouse/contract/dialect.ts';
import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { createPeople, redirectUri } from '../oidc/testing/people.ts';
import { askToken, password, takeTokens } from './testing/people.ts';

describe('a client or a stranger who bends the rules of OAuth', () => {
  let app: TestApp;
  let people: ReturnType<typeof createPeople>;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    people = createPeople(app);
    await app.manage('POST', '/users', { username: 'ada', password });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });

  /** The address with the code that a sign-in ends at. */
  const receiveCode = async () => {
    const browser = createBrowser();
    await visit(app, undefined, { scope: 'openid offline_access', prompt: 'consent' }, browser);
    const next = await signIn(browser, app.env.ENDPOINT, { username: 'ada', password });
    return (await browser.follow(next, app.env.ENDPOINT)).address;
  };

  test('[V10.4.1] is sent nowhere but to the very address that is registered', async () => {
    const { id } = await people.createApplication({ name: 'Shop', type: 'SPA' });
    const authorize = (address: string) =>
      call(
        `${app.env.ENDPOINT}/oidc/auth?${new URLSearchParams({
          client_id: id,
          redirect_uri: address,
          response_type: 'code',
          scope: 'openid',
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
        })}`,
      );
    expect((await authorize(redirectUri)).status).toBe(303);
    const { origin, host, pathname } = new URL(redirectUri);
    const others = [
      `${redirectUri}/`,
      `${redirectUri}?next=1`,
      `${redirectUri}/../evil`,
      `${origin}${pathname.toUpperCase()}`,
      origin,
      `https://evil.${host}${pathname}`,
      `https://${host}.evil.example${pathname}`,
      `https://${host}@evil.example${pathname}`,
      redirectUri.replace('https:', 'http:'),
    ];
    for (const address of others) {
      const answer = await authorize(address);
      expect([address, answer.status, answer.headers.get('location')]).toEqual([address, 400, null]);
    }
  });

  test('[V10.4.2] uses a code twice, and loses what the first use gave', async () => {
    const address = await receiveCode();
    const first = await takeTokens(app, address);
    expect(first.status).toBe(200);
    expect(await takeTokens(app, address)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const refreshed = await askToken(app.env.ENDPOINT, {
      grant_type: 'refresh_token',
      refresh_token: first.body.refresh_token,
    });
    expect(refreshed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const userinfo = await call(`${app.env.ENDPOINT}/oidc/me`, { token: first.body.access_token });
    expect(userinfo.status).toBe(401);
  });

  test('[V10.4.3] comes with a code that is older than a minute', async () => {
    const address = await receiveCode();
    later(61);
    expect(await takeTokens(app, address)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('has a code that was meant for another verifier', async () => {
    const answer = await takeTokens(app, await receiveCode(), {
      code_verifier: openid.randomPKCECodeVerifier(),
    });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const { page } = await visit(app, undefined, { code_challenge_method: 'plain' });
    expect(new URL(page.address).searchParams.get('error')).toBe('invalid_request');
  });

  test('[V10.4.4, V10.6.1] asks for a grant or a response that is not its own', async () => {
    for (const type of ['token', 'id_token', 'id_token token', 'code token', 'code id_token', 'none']) {
      const { page } = await visit(app, undefined, { response_type: type, nonce: 'n' });
      const { searchParams, hash } = new URL(page.address);
      const error = searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error');
      expect([type, error]).toEqual([type, 'unsupported_response_type']);
    }
    const { body: metadata } = await call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`);
    expect(metadata.response_types_supported).toEqual(['code']);
    expect(metadata.grant_types_supported).not.toContain('implicit');
    const byPassword = { grant_type: 'password', username: 'ada', password };
    expect((await askToken(app.env.ENDPOINT, byPassword)).body.error).toBe('unsupported_grant_type');
    const requests = {
      MachineToMachine: { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri },
      Traditional: { grant_type: 'client_credentials', resource: managementAudience('default') },
    };
    for (const [type, parameters] of Object.entries(requests)) {
      const { id, secret } = await people.createApplication({ name: type, type });
      const answer = await fetch(`${app.env.ENDPOINT}/oidc/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
        body: new URLSearchParams(parameters),
      });
      expect([type, await answer.json()]).toMatchObject([
        type,
        { error_description: 'requested grant type is not allowed for this client' },
      ]);
    }
  });

  test('[V10.4.10] is a confidential client and does not say its secret, at any back channel', async () => {
    const web = await people.createApplication({ name: 'Web', type: 'Traditional' });
    const post = async (path: string, parameters: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: web.id, ...parameters });
      const answer = await fetch(`${app.env.ENDPOINT}/oidc/${path}`, { method: 'POST', body });
      return [path, answer.status, JSON.parse(await answer.text()).error];
    };
    const requests: [string, Record<string, string>][] = [
      ['token', { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }],
      ['token', { grant_type: 'refresh_token', refresh_token: 'x' }],
      ['request', { response_type: 'code', redirect_uri: redirectUri, scope: 'openid' }],
      ['token/revocation', { token: 'x' }],
      ['token/introspection', { token: 'x' }],
    ];
    const secrets: Record<string, string>[] = [{}, { client_secret: 'wrong' }];
    for (const [path, parameters] of requests)
      for (const secret of secrets)
        expect(await post(path, { ...parameters, ...secret })).toEqual([path, 401, 'invalid_client']);
  });

  test('[V10.4.8] refreshes again and again, and comes to the end of the first token all the same', async () => {
    let token = (await takeTokens(app, await receiveCode())).body.refresh_token as string;
    const refresh = async () => {
      const answer = await askToken(app.env.ENDPOINT, {
        grant_type: 'refresh_token',
        client_id: demoApplicationId,
        refresh_token: token,
      });
      token = answer.body.refresh_token ?? token;
      return answer.status;
    };
    expect(await refresh()).toBe(200);
    later(13 * 86_400);
    expect(await refresh()).toBe(200);
    later(2 * 86_400);
    expect(await refresh()).toBe(400);
  });
});
