import { account, management } from '@gatehouse/contract/apis.ts';
import { managementAudience } from '@gatehouse/contract/dialect.ts';
import type { Api } from '@gatehouse/contract/endpoint.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { machineWith } from '../api/management/testing/tokens.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople, type People } from './testing/people.ts';

/** A client that knows nothing but the address of an API (RFC 9728). */
describe.each(anyDatabase)('our own APIs as protected resources on %s', kind => {
  let app: TestApp;
  let people: People;
  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
    await app.manage('PATCH', '/account-center', { enabled: true, fields: { username: 'Edit' } });
  });
  afterAll(() => app.close());

  const metadataOf = async (path: string) => {
    const refused = await call(`${app.env.ENDPOINT}${path}`, { headers: { origin: app.env.ADMIN_ENDPOINT } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
    const [, address = ''] =
      /^Bearer resource_metadata="([^"]+)"$/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    const found = await call(address);
    expect([found.status, found.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    // The requested URL is below the resource that the metadata describes (section 3.3).
    expect(`${app.env.ENDPOINT}${path}`).toContain(found.body.resource);
    expect(address).toBe(found.body.resource.replace('/api', '/.well-known/oauth-protected-resource/api'));
    const issuer = found.body.authorization_servers[0];
    const server = await call(`${issuer}/.well-known/openid-configuration`);
    expect(server.body.issuer).toBe(issuer);
    return found.body as { resource: string; scopes_supported: string[] };
  };

  test('management API: a machine gets a token by the address of the API, and comes in with it', async () => {
    const { resource, scopes_supported } = await metadataOf('/api/users');
    expect(scopes_supported).toEqual(expect.arrayContaining(['all', 'users:read']));
    const { access_token: token } = await requestToken(app.env.ENDPOINT, app.manager, {
      resource,
      scope: 'all',
    });
    expect(decodeJwt(token).aud).toBe(managementAudience('default'));
    expect((await call(`${app.env.ENDPOINT}/api/users`, { token })).status).toBe(200);
  });

  test('account API: a user signs in for the address of the API, also by a pushed request', async () => {
    const { resource, scopes_supported } = await metadataOf('/api/my-account');
    expect(scopes_supported).toContain('profile');
    const { id } = await people.createApplication({ name: 'Own data', type: 'SPA' });
    const client = await people.discover(id);
    for (const push of [false, true]) {
      const { tokens } = await people.register(client, `user${push}`, { resource }, { push });
      const renewed = await openid.refreshTokenGrant(client, tokens!.refresh_token!, { resource });
      for (const { access_token: token } of [tokens!, renewed]) {
        const { status, body } = await call(`${app.env.ENDPOINT}/api/my-account`, { token });
        expect([status, body.username]).toEqual([200, `user${push}`]);
      }
    }
  });

  test('each lists every permission that one of its rows takes, and no other', async () => {
    const takenBy = (api: Api) =>
      Object.values(api)
        .flatMap(rows => Object.values(rows))
        .flatMap(({ permission, shows = [] }) => (permission === 'public' ? [] : [permission, ...shows]));
    const { scopes_supported: listed } = await metadataOf('/api/users');
    const { body: resources } = await app.manage('GET', '/resources?includeScopes=true');
    const own = resources.find(
      ({ indicator }: { indicator: string }) => indicator === managementAudience('default'),
    );
    const granted: string[] = own.scopes.map(({ name }: { name: string }) => name);
    expect(listed.toSorted()).toEqual(granted.toSorted());
    expect([...new Set(takenBy(management))].filter(scope => !listed.includes(scope))).toEqual([]);
    // All listed scopes can be granted: an app with every permission gets all of them.
    const machine = await machineWith(app, listed as ManagementPermission[]);
    const { scope } = await requestToken(app.env.ENDPOINT, machine, { scope: listed.join(' ') });
    expect((scope as string).split(' ').toSorted()).toEqual(listed.toSorted());

    const { scopes_supported: ofUsers } = await metadataOf('/api/my-account');
    expect([...new Set(takenBy(account))].filter(name => !ofUsers.includes(name))).toEqual([]);
    const { body: server } = await call(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`);
    expect(ofUsers.filter(name => !server.scopes_supported.includes(name))).toEqual([]);
    expect([new Set(listed).size, new Set(ofUsers).size]).toEqual([listed.length, ofUsers.length]);
  });

  test('a token that is wrong is told apart from none', async () => {
    const { headers } = await call(`${app.env.ENDPOINT}/api/users`, { token: 'x' });
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata=/);
    expect((await call(`${app.env.ENDPOINT}/.well-known/oauth-protected-resource/x`)).status).toBe(404);
  });
});
