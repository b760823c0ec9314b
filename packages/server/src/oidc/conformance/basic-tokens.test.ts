import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import {
  answerAt,
  createRelyingParty,
  type RelyingParty,
  redirectUri,
  user,
} from './testing/relying-party.ts';

const profile = {
  givenName: 'Ada',
  familyName: 'Lovelace',
  nickname: 'ada',
  website: 'https://ada.example',
  address: { formatted: '12 St James Square, London' },
};

/** Basic profile, the part at the token and userinfo endpoints. */
describe('OpenID conformance, Basic: tokens and claims', () => {
  let app: TestApp;
  let party: RelyingParty;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await app.manage('POST', '/users', {
      ...user,
      name: 'Ada Lovelace',
      primaryEmail: 'ada@harbour.example',
      primaryPhone: '442079460000',
      profile,
    });
    party = await createRelyingParty(app);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const claimsOf = async (scope: string) => {
    const { tokens } = await party.obtain({ scope });
    const info = await openid.fetchUserInfo(party.configuration, tokens.access_token, tokens.claims()!.sub);
    return { id: tokens.claims() as Record<string, unknown>, info: info as Record<string, unknown> };
  };

  const claimsByScope: Record<string, Record<string, unknown>> = {
    profile: {
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      website: 'https://ada.example',
    },
    email: { email: 'ada@harbour.example', email_verified: expect.any(Boolean) },
    phone: {
      phone_number: expect.stringContaining('442079460000'),
      phone_number_verified: expect.any(Boolean),
    },
    address: { address: expect.objectContaining({ formatted: profile.address.formatted }) },
  };

  test.each(Object.keys(claimsByScope))(
    'oidcc-scope-%s: its claims, and those of no other scope',
    async scope => {
      const { info } = await claimsOf(`openid ${scope}`);
      expect(info).toMatchObject(claimsByScope[scope]!);
      const others = Object.entries(claimsByScope).filter(([name]) => name !== scope);
      for (const name of others.flatMap(([, claims]) => Object.keys(claims)))
        expect(info).not.toHaveProperty(name);
    },
  );

  test('oidcc-scope-all: all of them; openid alone: nothing but the subject', async () => {
    const { info } = await claimsOf('openid profile email phone address');
    for (const claims of Object.values(claimsByScope)) expect(info).toMatchObject(claims);
    expect(Object.keys((await claimsOf('openid')).info)).toEqual(['sub']);
  });

  test('oidcc-scope: without openid there is no ID token and no userinfo, and a nonce is refused', async () => {
    const { page } = await party.start({ scope: 'profile' });
    expect(answerAt(page.address).error).toBe('invalid_request');
    const oauth = await party.authorize({ scope: 'profile', nonce: undefined });
    const tokens = await party.complete(oauth.page.address, { ...oauth.checks, expectedNonce: undefined });
    expect(tokens.id_token).toBeUndefined();
    const info = await call(`${party.origin}/oidc/me`, { token: tokens.access_token });
    expect([info.status, info.body.error]).toEqual([403, 'insufficient_scope']);
  });

  test('oidcc-userinfo-get, -post-header, -post-body: the same answer; in the address: refused', async () => {
    const { tokens } = await party.obtain({ scope: 'openid profile' });
    const token = tokens.access_token;
    const address = `${party.origin}/oidc/me`;
    const byGet = await call(address, { token });
    expect([byGet.status, byGet.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/json'),
    ]);
    expect(byGet.headers.get('cache-control')).toContain('no-store');
    const byHeader = await call(address, { method: 'POST', token });
    const byBody = await party.post('me', { access_token: token });
    expect([byHeader.body, byBody.body]).toEqual([byGet.body, byGet.body]);
    const inAddress = await call(`${address}?access_token=${token}`);
    expect([inAddress.status, inAddress.body.sub]).toEqual([400, undefined]);
    const twice = await party.post('me', { access_token: token }, { authorization: `Bearer ${token}` });
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
    const wrong = await call(address, { token: `${token}x` });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
  });

  test('oidcc-codereuse: the second use is refused, and ends the tokens of the first', async () => {
    const { checks, page } = await party.authorize({ scope: 'openid offline_access', prompt: 'consent' });
    const tokens = await party.complete(page.address, checks);
    await expect(party.complete(page.address, checks)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await call(`${party.origin}/oidc/me`, { token: tokens.access_token })).status).toBe(401);
    await expect(openid.refreshTokenGrant(party.configuration, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('oidcc-codereuse-30seconds: the same half a minute later', async () => {
    const { checks, page } = await party.authorize();
    const tokens = await party.complete(page.address, checks);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
    const code = answerAt(page.address).code!;
    const again = await party.post('token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: checks.pkceCodeVerifier,
      client_id: party.id,
      client_secret: party.secret,
    });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await call(`${party.origin}/oidc/me`, { token: tokens.access_token })).status).toBe(401);
  });

  const ways: Record<string, (secret: string) => openid.ClientAuth> = {
    client_secret_basic: openid.ClientSecretBasic,
    client_secret_post: openid.ClientSecretPost,
  };
  test.each(Object.keys(ways))('oidcc-server-%s: the secret counts, another one does not', async way => {
    const by = (secret: string) =>
      createRelyingParty(app, { authenticate: application => ways[way]!(secret || application.secret) });
    await (await by('')).obtain();
    const wrong = await by('wrong');
    const { checks, page } = await wrong.authorize();
    await expect(wrong.complete(page.address, checks)).rejects.toMatchObject({ status: 401 });
  });

  test('oidcc-refresh-token: the user and the audience stay, the nonce and the scope do not grow', async () => {
    const { tokens } = await party.obtain({ scope: 'openid offline_access', prompt: 'consent' });
    const refreshed = await openid.refreshTokenGrant(party.configuration, tokens.refresh_token!);
    const [before, after] = [tokens.claims()!, refreshed.claims()!];
    expect([after.iss, after.sub, after.aud, after.auth_time]).toEqual([
      before.iss,
      before.sub,
      before.aud,
      before.auth_time,
    ]);
    expect(refreshed.access_token).not.toBe(tokens.access_token);
    await expect(
      openid.refreshTokenGrant(party.configuration, tokens.refresh_token!, { scope: 'openid email' }),
    ).rejects.toMatchObject({ error: 'invalid_scope' });
    const other = await createRelyingParty(app);
    await expect(openid.refreshTokenGrant(other.configuration, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('oidcc-server: without offline_access there is no refresh token', async () => {
    expect((await party.obtain()).tokens.refresh_token).toBeUndefined();
  });

  test('oidcc-token-endpoint: the answer is JSON that nothing keeps', async () => {
    const { checks, page } = await party.authorize();
    const { headers, body } = await party.post('token', {
      grant_type: 'authorization_code',
      code: answerAt(page.address).code!,
      redirect_uri: redirectUri,
      code_verifier: checks.pkceCodeVerifier,
      client_id: party.id,
      client_secret: party.secret,
    });
    expect(body.token_type).toBe('Bearer');
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('cache-control')).toContain('no-store');
  });
});
