import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBrowser, registerUser, signIn } from '../../http/testing/browser.ts';

const redirectUri = 'https://app.example/callback';
const password = 'correct horse battery';

describe.each(anyDatabase)('sessions and grants of users on %s', kind => {
  let app: TestApp;
  let shop: openid.Configuration;
  let origin: string;
  beforeAll(async () => {
    const variables = {
      TRUST_PROXY: 'true',
      GATEHOUSE_COUNTRY_HEADER: 'CF-IPCountry',
      GATEHOUSE_CITY_HEADER: 'CF-IPCity',
    };
    app = await startTestApp(kind, { variables });
    origin = app.env.ENDPOINT;
    const { body } = await app.manage('POST', '/applications', {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    });
    shop = await openid.discovery(new URL(`${origin}/oidc`), body.id, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    });
  });
  afterAll(() => app.close());

  /** A whole sign-in, of a new user or of one who is there, in its own browser. */
  const enter = async (username: string, enterPage = registerUser, headers?: Record<string, string>) => {
    const browser = createBrowser(undefined, headers);
    const verifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(shop, {
      redirect_uri: redirectUri,
      scope: 'openid offline_access',
      prompt: 'consent',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    await browser.follow(url.href, origin);
    const next = await enterPage(browser, origin, { username, password });
    const { address } = await browser.follow(next, origin);
    const tokens = await openid.authorizationCodeGrant(shop, new URL(address), {
      pkceCodeVerifier: verifier,
    });
    return { userId: tokens.claims()?.sub ?? '', refreshToken: tokens.refresh_token ?? '' };
  };
  const refresh = (token: string) =>
    openid.refreshTokenGrant(shop, token).then(
      () => 'fresh',
      error => error.error,
    );
  const sessionsOf = async (userId: string) =>
    (await app.manage('GET', `/users/${userId}/sessions`)).body.sessions;
  const grantsOf = async (userId: string, query = '') =>
    (await app.manage('GET', `/users/${userId}/grants${query}`)).body.grants;

  test('200 lists where a user is signed in, without what would let one take over', async () => {
    const { userId } = await enter('ann');
    const city = Buffer.from('Köln').toString('latin1');
    await enter('ann', signIn, { 'cf-ipcountry': 'DE', 'cf-ipcity': city });
    const sessions = await sessionsOf(userId);
    expect(sessions).toHaveLength(2);
    const [session] = sessions;
    expect(session).toMatchObject({
      accountId: userId,
      clientId: shop.clientMetadata().client_id,
      payload: { kind: 'Session', accountId: userId },
      lastSubmission: {
        interactionEvent: 'SignIn',
        userId,
        verificationRecords: [{ type: 'Password', identifier: { type: 'username', value: 'ann' } }],
        signInContext: { ip: expect.any(String), country: 'DE', city: 'Köln' },
      },
    });
    expect(sessions[1].lastSubmission.signInContext).not.toHaveProperty('country');
    expect(session.payload).not.toHaveProperty('lastSubmission');
    expect(session.payload.jti).toBe(session.payload.uid);
    const one = await app.manage('GET', `/users/${userId}/sessions/${session.payload.uid}`);
    expect(one.body).toEqual(session);
    const { userId: other } = await enter('otto');
    expect(await app.manage('GET', `/users/${other}/sessions/${session.payload.uid}`)).toMatchObject({
      status: 404,
      body: { code: 'oidc.session_not_found' },
    });
  });

  test('[V7.4.5] 204 ends a session and leaves offline access, or takes it too', async () => {
    const { userId, refreshToken } = await enter('ben');
    const [session] = await sessionsOf(userId);
    const path = `/users/${userId}/sessions/${session.payload.uid}`;
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('DELETE', path)).status).toBe(404);
    expect(await sessionsOf(userId)).toEqual([]);
    expect(await refresh(refreshToken)).toBe('fresh');

    const again = await enter('ben', signIn);
    const [newer] = await sessionsOf(userId);
    const revoked = await app.manage(
      'DELETE',
      `/users/${userId}/sessions/${newer.payload.uid}?revokeGrantsTarget=firstParty`,
    );
    expect(revoked.status).toBe(204);
    expect(await refresh(again.refreshToken)).toBe('invalid_grant');
  });

  test('grants are listed with their application, and taken back with their tokens', async () => {
    const { userId, refreshToken } = await enter('cas');
    const [grant] = await grantsOf(userId);
    expect(grant).toMatchObject({
      application: { name: 'Shop' },
      payload: { kind: 'Grant', accountId: userId },
    });
    expect(await grantsOf(userId, '?appType=firstParty')).toHaveLength(1);
    expect(await grantsOf(userId, '?appType=thirdParty')).toEqual([]);
    expect((await app.manage('DELETE', `/users/${userId}/grants/nothing`)).status).toBe(404);
    expect((await app.manage('DELETE', `/users/${userId}/grants/${grant.id}`)).status).toBe(204);
    expect(await grantsOf(userId)).toEqual([]);
    expect(await refresh(refreshToken)).toBe('invalid_grant');
  });

  test.each(['suspended', 'deleted'])(
    '[V7.2.1, V7.4.2] who is %s is signed out of everything at once',
    async fate => {
      const { userId, refreshToken } = await enter(`user_${fate}`);
      if (fate === 'deleted') await app.manage('DELETE', `/users/${userId}`);
      else {
        const suspended = await app.manage('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true });
        expect(suspended.body.isSuspended).toBe(true);
      }
      const left = await app.database
        .tenant('default')
        .read(db =>
          db.selectFrom('oidcModelInstances').select('id').where('accountId', '=', userId).execute(),
        );
      expect(left).toEqual([]);
      expect(await refresh(refreshToken)).toBe('invalid_grant');
    },
  );
});
