import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople, type People, redirectUri } from './testing/people.ts';

const api = 'https://tools.example/mcp';

describe.each(anyDatabase)('dynamic client registration, on %s', kind => {
  let app: TestApp;
  let people: People;
  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
  });
  afterAll(() => app.close());

  const configure = (body: object) => app.manage('PATCH', '/configs/client-registration', body);
  const register = (body: unknown, token?: string) =>
    call(`${app.env.ENDPOINT}/oidc/register`, { method: 'POST', body, token });
  const manageClient = (method: string, { body: client }: Awaited<ReturnType<typeof call>>, body?: object) =>
    call(client.registration_client_uri, { method, body, token: client.registration_access_token });
  const createToken = async (body: object = {}) =>
    (await app.manage('POST', '/configs/client-registration/initial-access-tokens', { name: 'CI', ...body }))
      .body;
  const discover = async (path = '/oidc/.well-known/openid-configuration') =>
    (await call(`${app.env.ENDPOINT}${path}`)).body;
  const about = { client_name: 'Robot', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };

  test('it is off, and found in discovery once it is on', async () => {
    expect((await app.manage('GET', '/configs/client-registration')).body).toEqual({
      mode: 'Off',
      maximumClients: 100,
      unusedDays: 30,
      redirectHosts: [],
    });
    expect(await discover()).not.toHaveProperty('registration_endpoint');
    expect((await register(about)).status).toBe(404);
    expect((await configure({ mode: 'Token' })).body.mode).toBe('Token');
    const endpoint = `${app.env.ENDPOINT}/oidc/register`;
    expect((await discover()).registration_endpoint).toBe(endpoint);
    const other = await discover('/.well-known/oauth-authorization-server/oidc');
    expect(other.registration_endpoint).toBe(endpoint);
  });

  test('a client that was given a token registers, signs a user in, changes and leaves', async () => {
    await configure({ mode: 'Token' });
    const refused = await register(about);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const { value, id: tokenId } = await createToken({ name: 'Robots', maximumUses: 2 });
    const client = await register({ ...about, scope: 'openid email all', unknown: 1 }, value);
    expect(client.status).toBe(201);
    expect(client.headers.get('cache-control')).toBe('no-store');
    const { client_id: id } = client.body;
    expect(client.body).toMatchObject({
      client_name: 'Robot',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'web',
      scope: 'openid',
    });
    expect(client.body).not.toHaveProperty('client_secret');
    expect((await manageClient('GET', client)).body.scope).toBe('openid');
    const tokens = await app.manage('GET', '/configs/client-registration/initial-access-tokens');
    expect(tokens.body).toMatchObject([{ id: tokenId, name: 'Robots', maximumUses: 2, useCount: 1 }]);
    expect(tokens.text).not.toContain(value);
    expect((await app.manage('GET', `/applications/${id}`)).body).toMatchObject({
      name: 'Robot (app.example)',
      type: 'SPA',
      isThirdParty: true,
      isPkceRequired: true,
      registration: { initialAccessTokenName: 'Robots', lastUsedAt: null },
    });

    // The scopes that all such clients may request are one list of the tenant.
    const resource = await app.manage('POST', '/resources', { name: 'Tools', indicator: api });
    const scopes = `/resources/${resource.body.id}/scopes`;
    const { id: scopeId } = (await app.manage('POST', scopes, { name: 'use:tools' })).body;
    await app.manage('POST', '/roles', {
      name: 'User of tools',
      description: 'Tools',
      isDefault: true,
      scopeIds: [scopeId],
    });
    await app.manage('POST', '/cimd/user-consent-scopes', {
      resourceScopes: [scopeId],
      userScopes: ['email'],
    });
    // Of what the client asked for when it registered.
    expect((await manageClient('GET', client)).body.scope).toBe('openid email');
    const openidClient = await people.discover(id);
    const scope = 'openid offline_access use:tools';
    const { browser, page, complete } = await people.register(openidClient, 'ada', { scope, resource: api });
    expect(page.address).toContain('/consent?');
    const granted = await browser.experience(app.env.ENDPOINT, 'POST', '/interaction/consent', {});
    const { address } = await browser.follow(granted.body.redirectTo, app.env.ENDPOINT);
    const issued = await complete(address);
    expect(decodeJwt(issued.access_token)).toMatchObject({ aud: api, client_id: id, scope: 'use:tools' });
    await expect
      .poll(async () => (await app.manage('GET', `/applications/${id}`)).body.registration.lastUsedAt)
      .toBeGreaterThan(Date.now() - 60_000);

    const update = {
      ...about,
      client_name: 'Machine',
      client_id: id,
      redirect_uris: [`${new URL(about.redirect_uris[0]!).origin}/other`],
    };
    const updated = await manageClient('PUT', client, update);
    expect(updated.body).toMatchObject({ client_id: id, redirect_uris: update.redirect_uris });
    expect(updated.body.registration_access_token).not.toBe(client.body.registration_access_token);
    expect((await manageClient('GET', updated)).status).toBe(200);
    expect((await manageClient('GET', client)).status).toBe(401);
    expect((await app.manage('GET', `/applications/${id}`)).body.name).toMatch(/^Machine \(/);
    expect((await manageClient('DELETE', updated)).status).toBe(204);
    expect((await app.manage('GET', `/applications/${id}`)).status).toBe(404);
    await expect(openid.refreshTokenGrant(openidClient, issued.refresh_token ?? '')).rejects.toThrow();
  });

  test('what is refused says why, and what would be taken', async () => {
    expect(
      (await configure({ mode: 'Open', redirectHosts: ['App.Example.com'] })).body.redirectHosts,
    ).toEqual(['app.example.com']);
    for (const host of ['https://app.example.com', 'app.example.com:8443', '*', 'app.example.com/cb'])
      expect((await configure({ redirectHosts: [host] })).body.details).toContain('Enter only a host');
    const refused = async (patch: object) =>
      (await register({ ...about, redirect_uris: ['https://app.example.com/cb'], ...patch })).body
        .error_description;
    expect(await refused({ redirect_uris: ['https://evil.example/cb'] })).toBe(
      'redirect_uris: https://evil.example/cb is not on a host that this server allows',
    );
    expect(await refused({ redirect_uris: ['http://app.example.com/cb'] })).toBe(
      'redirect_uris: http://app.example.com/cb must begin with https, unless it is on localhost',
    );
    expect(await refused({ token_endpoint_auth_method: 'tls' })).toBe(
      'missing or not supported: token_endpoint_auth_method (use one of client_secret_basic, client_secret_post, none, private_key_jwt)',
    );
    expect(await refused({ redirect_uris: undefined })).toBe('missing or not supported: redirect_uris');
    await configure({ mode: 'Token', redirectHosts: [] });
  });

  test('a client with a secret gets one, and one with keys shows none', async () => {
    await configure({ mode: 'Open' });
    const { token_endpoint_auth_method: _, ...plain } = about;
    const web = await register(plain);
    expect(web.body).toMatchObject({
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: expect.stringMatching(/^\w{32}$/),
      client_secret_expires_at: 0,
    });
    expect((await manageClient('GET', web)).body).toEqual(web.body);
    const changed = { ...plain, client_id: web.body.client_id };
    expect((await manageClient('PUT', web, { ...changed, client_secret: 'other' })).status).toBe(400);
    expect((await manageClient('PUT', web, { ...changed, client_id: 'other' })).status).toBe(400);
    expect((await manageClient('PUT', web, { ...changed, client_id_issued_at: 0 })).status).toBe(400);
    expect((await manageClient('PUT', web, { ...changed, token_endpoint_auth_method: 'none' })).status).toBe(
      400,
    );
    expect((await manageClient('PUT', web, changed)).body.client_secret).toBe(web.body.client_secret);
    const desktop = await register({
      redirect_uris: ['http://127.0.0.1:33418/', 'http://localhost/', 'cursor://callback'],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    });
    expect(desktop.body).toMatchObject({ token_endpoint_auth_method: 'none', application_type: 'native' });
    const { body } = await app.manage('GET', `/applications/${desktop.body.client_id}`);
    expect(body).toMatchObject({ type: 'Native', name: 'localhost, cursor:' });
    expect(body.registration).toEqual({ initialAccessTokenName: null, lastUsedAt: null });
    const listed = await app.manage('GET', '/applications?isThirdParty=true');
    expect(listed.body.every(({ registration }: { registration?: object }) => registration)).toBe(true);
  });

  test('a client is told when its secret ends', async () => {
    await configure({ mode: 'Open' });
    const client = await register({ ...about, token_endpoint_auth_method: 'client_secret_basic' });
    expect(client.body.client_secret_expires_at).toBe(0);
    const expiresAt = Date.now() + 60 * 60_000;
    const path = `/applications/${client.body.client_id}/secrets`;
    const added = await app.manage('POST', path, { name: 'Next', expiresAt });
    expect(added.status, added.text).toBe(201);
    const { body } = await manageClient('GET', client);
    expect(body).toMatchObject({
      client_secret: added.body.value,
      client_secret_expires_at: Math.floor(expiresAt / 1000),
    });
  });

  test('pages of any origin can register and read discovery', async () => {
    await configure({ mode: 'Open' });
    const headers = {
      origin: 'http://localhost:6274',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,mcp-protocol-version',
    };
    const preflight = await call(`${app.env.ENDPOINT}/oidc/register`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
    for (const path of [
      '/.well-known/oauth-authorization-server/oidc',
      '/oidc/.well-known/openid-configuration',
    ]) {
      const asked = { ...headers, 'access-control-request-method': 'GET' };
      const allowed = await call(`${app.env.ENDPOINT}${path}`, { method: 'OPTIONS', headers: asked });
      expect(allowed.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
      const { origin } = headers;
      const read = await call(`${app.env.ENDPOINT}${path}`, { headers: { origin } });
      expect(['*', origin]).toContain(read.headers.get('access-control-allow-origin'));
    }
  });

  test('clients that are not used go, those that never were soon', async () => {
    await configure({ mode: 'Open', unusedDays: 30 });
    const { value } = await createToken();
    const open = (await register(about)).body.client_id;
    const trusted = (await register(about, value)).body.client_id;
    const exists = async (id: string) => (await app.manage('GET', `/applications/${id}`)).status === 200;
    const age = (id: string, days: number) =>
      app.database.tenant('default').send(db =>
        db
          .updateTable('clientRegistrations')
          .set({ createdAt: Date.now() - days * 24 * 60 * 60 * 1000 })
          .where('applicationId', '=', id)
          .execute(),
      );
    await age(open, 2);
    await age(trusted, 29);
    await app.app.services.jobs.runSchedule('client-registrations');
    expect([await exists(open), await exists(trusted)]).toEqual([false, true]);
    await age(trusted, 31);
    await app.app.services.jobs.runSchedule('client-registrations');
    expect(await exists(trusted)).toBe(false);
  });
});
