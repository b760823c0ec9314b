import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Browser, createBrowser, registerUser, signIn } from '../http/testing/browser.ts';

const redirectUri = 'https://app.example/callback';
const afterSignOut = 'https://app.example/bye';
const password = 'correct horse battery';
const testOrigin = {
  actor: { kind: 'system' as const, id: 'test' },
  requestId: 'test',
  via: { method: 'TEST', path: '/' },
};
const apiIndicator = 'https://orders.example/api';

describe.each(anyDatabase)('authorization code on %s', kind => {
  let app: TestApp;
  let config: openid.Configuration;
  let origin: string;
  let roleId: string;
  let scopeId: string;

  beforeAll(async () => {
    app = await startTestApp(kind);
    origin = app.env.ENDPOINT;
    const spa = await createApplication({ name: 'Shop', type: 'SPA' });
    config = await discover(spa.id);
    const resource = await app.manage('POST', '/resources', {
      name: 'Orders',
      indicator: apiIndicator,
      accessTokenTtl: 600,
    });
    const scope = await app.manage('POST', `/resources/${resource.body.id}/scopes`, { name: 'read:orders' });
    scopeId = scope.body.id;
    const role = await app.manage('POST', '/roles', {
      name: 'Reader',
      description: 'Reads orders.',
      isDefault: true,
      scopeIds: [scope.body.id],
    });
    roleId = role.body.id;
  });
  afterAll(() => app.close());

  const createApplication = async (fields: Record<string, unknown>) => {
    const { body } = await app.manage('POST', '/applications', {
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [afterSignOut] },
      ...fields,
    });
    return body as { id: string };
  };
  const allow = (id: string, scopes: Record<string, string[]>) =>
    app.manage('POST', `/applications/${id}/user-consent-scopes`, scopes);
  const discover = (clientId: string, authentication = openid.None()) =>
    openid.discovery(new URL(`${origin}/oidc`), clientId, undefined, authentication, {
      execute: [openid.allowInsecureRequests],
    });

  /** Starts a sign-in and stops at the page that the user would see. */
  const start = async (browser: Browser, parameters: Record<string, string> = {}, client = config) => {
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const nonce = openid.randomNonce();
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid profile offline_access read:orders',
      prompt: 'consent',
      resource: apiIndicator,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...parameters,
    });
    const page = await browser.follow(url.href, origin);
    const complete = (address: string, tokenParameters?: Record<string, string>) =>
      openid.authorizationCodeGrant(
        client,
        new URL(address),
        { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
        tokenParameters,
      );
    return { page, complete };
  };

  /** A whole sign-in of a new user. */
  const register = async (username: string, tokenParameters?: Record<string, string>) => {
    const browser = createBrowser();
    const { page, complete } = await start(browser, { first_screen: 'register' });
    expect(page.address).toContain('/register?');
    const next = await registerUser(browser, origin, { username, password });
    const { address } = await browser.follow(next, origin);
    return { browser, tokens: await complete(address, tokenParameters) };
  };

  test('a user registers, and the client gets an ID token, an access token and a refresh token', async () => {
    const { tokens } = await register('alice');
    expect(tokens.claims()).toMatchObject({ username: 'alice', aud: config.clientMetadata().client_id });
    expect(tokens.refresh_token).toBeTypeOf('string');
    const userinfo = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims()!.sub);
    expect(userinfo).toMatchObject({ username: 'alice', sub: tokens.claims()!.sub });
    expect(userinfo).not.toHaveProperty('custom_data');
  });

  test('an application can have tokens for what was authorized when it names no resource (RFC 8707 section 2.2)', async () => {
    const { id } = await createApplication({
      name: 'Standard',
      type: 'SPA',
      customClientMetadata: { useGrantedResource: true },
    });
    const client = await discover(id);
    const browser = createBrowser();
    const { complete } = await start(browser, { first_screen: 'register' }, client);
    const next = await registerUser(browser, origin, { username: 'standard', password });
    const tokens = await complete((await browser.follow(next, origin)).address);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: apiIndicator, scope: 'read:orders' });
    const renewed = await openid.refreshTokenGrant(client, tokens.refresh_token!);
    expect(decodeJwt(renewed.access_token)).toMatchObject({ aud: apiIndicator, scope: 'read:orders' });

    // Among several none is the default.
    await app.manage('POST', '/resources', { name: 'Bills', indicator: 'https://bills.example/api' });
    const both = openid.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: await openid.calculatePKCECodeChallenge('v'.repeat(43)),
      code_challenge_method: 'S256',
    });
    for (const indicator of [apiIndicator, 'https://bills.example/api'])
      both.searchParams.append('resource', indicator);
    const { address } = await browser.follow(both.href, origin);
    const refused = openid.authorizationCodeGrant(client, new URL(address), {
      pkceCodeVerifier: 'v'.repeat(43),
    });
    await expect(refused).rejects.toMatchObject({ error: 'invalid_target' });
  });

  test('a resource gives a JWT with the scopes of the user’s roles and the resource’s lifetime', async () => {
    const { tokens } = await register('bob', { resource: apiIndicator });
    expect(tokens.expires_in).toBe(600);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: apiIndicator, scope: 'read:orders' });
  });

  test('roles that a user loses are gone from the next token', async () => {
    const { tokens } = await register('carl');
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!, {
      resource: apiIndicator,
    });
    expect(decodeJwt(refreshed.access_token).scope).toBe('read:orders');
    await app.database
      .tenant('default')
      .write(testOrigin, tx => tx.delete('usersRoles', { userId: tokens.claims()!.sub, roleId }));
    const after = await openid.refreshTokenGrant(config, refreshed.refresh_token!, {
      resource: apiIndicator,
    });
    expect(decodeJwt(after.access_token).scope).toBe('');
  });

  test('a public client must use PKCE', async () => {
    const url = new URL(`${origin}/oidc/auth`);
    url.search = new URLSearchParams({
      client_id: config.clientMetadata().client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
    }).toString();
    const { address } = await createBrowser().follow(url.href, origin);
    expect(new URL(address).searchParams.get('error')).toBe('invalid_request');
  });

  test('a sign-in that is over, or of an unknown client, ends on a page of ours', async () => {
    const page = await createBrowser().send(`${origin}/oidc/auth/gone`);
    expect(page.status).toBe(400);
    expect(page.headers.get('content-type')).toContain('text/html');
    const asJson = await createBrowser().send(`${origin}/oidc/auth/gone`, {
      headers: { accept: 'application/json' },
    });
    expect(asJson.body).toMatchObject({ code: 'session.not_found', error: 'invalid_request' });
    const unknown = await createBrowser().send(`${origin}/oidc/auth?client_id=nobody`, {
      headers: { accept: 'application/json' },
    });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'oidc.invalid_client' } });
  });

  test('a signed-in user is not asked again', async () => {
    const { browser } = await register('fred');
    const { page, complete } = await start(browser, { prompt: '' });
    expect(page.address.startsWith(redirectUri)).toBe(true);
    expect((await complete(page.address)).claims()).toMatchObject({ username: 'fred' });
  });

  test('[V7.4.1] who signs out with an ID token is signed out at once and comes back to the application', async () => {
    const { browser, tokens } = await register('gina');
    const url = openid.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: afterSignOut,
      state: 'xyz',
    });
    const page = await browser.send(url.href);
    expect(page.text).toContain('name="logout" value="yes"');
    const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? [];
    const done = await browser.send(action, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(done.location).toBe(`${afterSignOut}?state=xyz`);
    const { page: again } = await start(browser, { prompt: '' });
    expect(again.address).toContain('/sign-in?');
    // Access was granted for offline use: it outlives the session (OpenID Connect Core section 11).
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token!)).resolves.toBeDefined();
  });

  test('[V10.6.2] who signs out without an ID token is asked', async () => {
    const { browser } = await register('hugo');
    const page = await browser.send(`${origin}/oidc/session/end`);
    expect(page.text).toContain('"kind":"sign_out"');
    expect(page.text).not.toContain('.submit()');
  });

  test('an application of others asks for consent, and gets what was granted', async () => {
    const other = await createApplication({ name: 'Other', type: 'SPA', isThirdParty: true });
    await allow(other.id, { userScopes: ['profile'], resourceScopes: [scopeId] });
    const client = await discover(other.id);
    const browser = createBrowser();
    const { page, complete } = await start(browser, { first_screen: 'register' }, client);
    expect(page.address).toContain('/register?');
    const next = await registerUser(browser, origin, { username: 'ines', password });
    const consentPage = await browser.follow(next, origin);
    expect(consentPage.address).toContain('/consent?');
    const asked = await browser.experience(origin, 'GET', '/interaction/consent');
    expect(asked.body).toMatchObject({
      application: { id: other.id, name: 'Other' },
      user: { username: 'ines' },
      missingOIDCScope: expect.arrayContaining(['profile']),
      missingResourceScopes: [{ resource: { indicator: apiIndicator }, scopes: [{ name: 'read:orders' }] }],
    });
    const granted = await browser.experience(origin, 'POST', '/interaction/consent', {});
    const { address } = await browser.follow(granted.body.redirectTo, origin);
    expect((await complete(address)).claims()).toMatchObject({ username: 'ines' });
  });

  test('a user who does not consent sends the application away', async () => {
    const other = await createApplication({ name: 'Nosy', type: 'SPA', isThirdParty: true });
    await allow(other.id, { userScopes: ['profile'], resourceScopes: [scopeId] });
    const browser = createBrowser();
    await start(browser, {}, await discover(other.id));
    const next = await registerUser(browser, origin, { username: 'jane', password });
    await browser.follow(next, origin);
    const denied = await browser.experience(origin, 'DELETE', '/interaction/consent');
    const { address } = await browser.follow(denied.body.redirectTo, origin);
    expect(new URL(address).searchParams.get('error')).toBe('access_denied');
  });

  test('the token endpoint is open to the pages of the application, and to no others', async () => {
    const preflight = (from: string) =>
      fetch(`${origin}/oidc/token`, {
        method: 'POST',
        headers: { origin: from },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: 'x',
          client_id: config.clientMetadata().client_id,
        }),
      });
    expect((await preflight('https://app.example')).headers.get('access-control-allow-origin')).toBe(
      'https://app.example',
    );
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('signing in again with the password works in a new browser', async () => {
    await register('kate');
    const browser = createBrowser();
    const { page, complete } = await start(browser);
    expect(page.address).toContain('/sign-in?');
    const { address } = await browser.follow(
      await signIn(browser, origin, { username: 'kate', password }),
      origin,
    );
    const { sub } = (await complete(address)).claims()!;
    expect(sub).toHaveLength(12);
  });
});
