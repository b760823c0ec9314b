import { organizationResource, organizationsScope } from '@gatehouse/contract/dialect.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople, type People, redirectUri } from './testing/people.ts';

const api = 'https://orders.example/api';

/** Behavior that existing clients of the dialect rely on. */
describe('clients of the dialect and the provider', () => {
  let app: TestApp;
  let people: People;
  let origin: string;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    people = createPeople(app);
    origin = app.env.ENDPOINT;
    await app.manage('POST', '/resources', { name: 'Orders', indicator: api });
  });
  afterAll(() => app.close());

  test('a token without scopes says so, and the log names the secret that was used', async () => {
    const machine = await people.createApplication({ name: 'Machine', type: 'MachineToMachine' });
    const client = { id: machine.id, secret: machine.secret };
    const token = await requestToken(origin, client, { resource: api });
    expect(token.scope).toBe('');
    expect(decodeJwt(token.access_token).scope).toBe('');
    // A script is asked about the provider's own tokens: they say the same.
    const script = 'const getCustomJwtClaims = async () => ({ seen: true });';
    await app.manage('PUT', '/configs/jwt-customizer/client-credentials', { script });
    const scripted = await requestToken(origin, client, { resource: api });
    expect(decodeJwt(scripted.access_token)).toMatchObject({ scope: '', seen: true });
    expect(scripted.scope).toBe('');
    await app.manage('DELETE', '/configs/jwt-customizer/client-credentials');
    await app.app.services.audit.flush();
    const logs = (await app.manage('GET', `/logs?applicationId=${machine.id}`)).body;
    expect(logs).toHaveLength(2);
    for (const { payload } of logs) expect(payload.applicationSecret).toEqual({ name: 'Default secret' });
    expect(JSON.stringify(logs)).not.toContain(machine.secret);
  });

  test('keys may be cached, and user info is answered with a tag', async () => {
    expect((await call(`${origin}/oidc/jwks`)).headers.get('cache-control')).toContain('max-age=');
    const { id } = await people.createApplication({ name: 'App', type: 'SPA' });
    const { tokens } = await people.register(await people.discover(id), 'tagged');
    const token = tokens?.access_token;
    const first = await call(`${origin}/oidc/me`, { token });
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"/);
    expect((await call(`${origin}/oidc/me`, { token, headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  test('one label of a host can be left open, and nothing more', async () => {
    const metadata = (uri: string, rest: object = {}) => ({
      oidcClientMetadata: { redirectUris: [uri], postLogoutRedirectUris: [uri] },
      ...rest,
    });
    const create = (uri: string, rest: object = {}) =>
      app.manage('POST', '/applications', { name: 'Open', type: 'SPA', ...metadata(uri, rest) });
    const open = 'https://*.example.com/callback';
    const made = await create(open);
    expect(made.status).toBe(200);
    const ask = async (uri: string) => {
      const query = new URLSearchParams({
        client_id: made.body.id,
        redirect_uri: uri,
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      return (await call(`${origin}/oidc/auth?${query}`)).status;
    };
    for (const uri of ['https://pr-7.example.com/callback', 'https://a.example.com/callback'])
      expect(await ask(uri), uri).toBe(303);
    for (const uri of [
      open,
      'https://example.com/callback',
      'https://a.b.example.com/callback',
      'https://evil.test/.example.com/callback',
      'https://a.example.com.evil.test/callback',
      'https://a.example.com/callback/more',
      'https://a.example.com:444/callback',
      'https://user@a.example.com/callback',
      'http://a.example.com/callback',
    ])
      expect(await ask(uri), uri).toBe(400);
    const leave = (uri: string) =>
      call(
        `${origin}/oidc/session/end?${new URLSearchParams({ client_id: made.body.id, post_logout_redirect_uri: uri })}`,
      );
    expect((await leave('https://a.example.com/callback')).status).toBeLessThan(400);
    expect((await leave('https://a.evil.test/callback')).status).toBe(400);

    for (const uri of [
      'https://*/callback',
      'https://*.com/callback',
      'https://*.*.example.com/callback',
      'https://a.*.example.com/callback',
      'https://pr-*.example.com/callback',
      'https://a.example.com/*',
      'http://*.example.com/callback',
    ]) {
      const refused = await create(uri);
      expect(refused.status, uri).toBe(400);
      expect(refused.body.data.issues[0].code).toBe('validation.wildcard_redirect_uri');
    }
    for (const securityProfile of ['Hardened', 'Fapi2']) {
      expect((await create(open, { customClientMetadata: { securityProfile } })).status).toBe(400);
      const stricter = { customClientMetadata: { securityProfile } };
      expect((await app.manage('PATCH', `/applications/${made.body.id}`, stricter)).status).toBe(400);
    }
  });

  test('devices show a short address, and only native applications are devices, from the beginning', async () => {
    const device = { customClientMetadata: { isDeviceFlow: true } };
    const { id } = await people.createApplication({ name: 'TV', type: 'Native', ...device });
    const answer = await fetch(`${origin}/oidc/device/auth`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: id, scope: 'openid' }),
    });
    const body = (await answer.json()) as Record<string, string>;
    expect(body.verification_uri).toBe(`${origin}/device`);
    expect(body.verification_uri_complete).toBe(`${origin}/device?user_code=${body.user_code}`);
    const page = await call(body.verification_uri_complete ?? '');
    expect(page.headers.get('location')).toBe(`${origin}/oidc/device?user_code=${body.user_code}`);
    const spa = await app.manage('POST', '/applications', { name: 'No TV', type: 'SPA', ...device });
    expect(spa.body.code).toBe('application.device_flow_native_only');

    const change = async (customClientMetadata: object) => {
      const { status, body } = await app.manage('PATCH', `/applications/${id}`, { customClientMetadata });
      return [status, body.code ?? body.customClientMetadata];
    };
    expect(await change({ isDeviceFlow: false })).toEqual([422, 'application.device_flow_not_changeable']);
    // Clients that change another setting keep it, whether they repeat it or not.
    for (const idTokenTtl of [600, 900])
      expect(await change({ idTokenTtl, ...(idTokenTtl === 600 ? { isDeviceFlow: true } : {}) })).toEqual([
        200,
        { idTokenTtl, isDeviceFlow: true },
      ]);
    const phone = await people.createApplication({ name: 'Phone', type: 'Native' });
    const turnedOn = await app.manage('PATCH', `/applications/${phone.id}`, device);
    expect(turnedOn).toMatchObject({
      status: 422,
      body: { code: 'application.device_flow_not_changeable' },
    });
  });

  test('a user is asked for organization scopes, in each organization, and not for staying signed in', async () => {
    const { body: scope } = await app.manage('POST', '/organization-scopes', { name: 'invite' });
    const { body: role } = await app.manage('POST', '/organization-roles', {
      name: 'Host',
      organizationScopeIds: [scope.id],
    });
    const { body: organization } = await app.manage('POST', '/organizations', { name: 'Acme' });
    const { id } = await people.createApplication({ name: 'Other', type: 'SPA', isThirdParty: true });
    await app.manage('POST', `/applications/${id}/user-consent-scopes`, {
      organizationScopes: [scope.id],
      userScopes: [organizationsScope],
    });
    const client = await people.discover(id);
    const { browser, page, complete } = await people.register(client, 'host', {
      scope: `openid offline_access ${organizationsScope} invite`,
      resource: organizationResource,
    });
    expect(page.address).toContain('/consent?');
    const read = () => browser.experience(origin, 'GET', '/interaction/consent');
    const { user } = (await read()).body;
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [user.id] });
    await app.manage('POST', `/organizations/${organization.id}/users/${user.id}/roles`, {
      organizationRoleIds: [role.id],
    });
    const asked = { resource: { id: organizationResource }, scopes: [{ name: 'invite' }] };
    const consent = (await read()).body;
    expect(consent.missingResourceScopes).toMatchObject([asked]);
    expect(consent.organizations).toMatchObject([{ name: 'Acme', missingResourceScopes: [asked] }]);
    expect(consent.missingOIDCScope).toEqual([organizationsScope]);
    const granted = await browser.experience(origin, 'POST', '/interaction/consent', {
      organizationIds: [organization.id],
    });
    const { address } = await browser.follow(granted.body.redirectTo, origin);
    const tokens = await complete(address);
    const answer = await fetch(`${origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: id,
        refresh_token: tokens.refresh_token ?? '',
        organization_id: organization.id,
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    expect(decodeJwt(token).scope).toBe('invite');
  });

  test('an application whose grant is revoked leaves the session, and webhooks hear of grants beyond a limit', async () => {
    const { id } = await people.createApplication({
      name: 'Limited',
      type: 'SPA',
      customClientMetadata: { maxAllowedGrants: 1 },
    });
    const client = await people.discover(id);
    const { userId } = await people.register(client, 'granter');
    const read = async () => (await app.manage('GET', `/users/${userId}/sessions`)).body.sessions;
    expect(Object.keys((await read())[0].payload.authorizations)).toEqual([id]);
    const { grants } = (await app.manage('GET', `/users/${userId}/grants`)).body;
    expect((await app.manage('DELETE', `/users/${userId}/grants/${grants[0].id}`)).status).toBe(204);
    expect((await read())[0].payload.authorizations).toEqual({});
    await people.write(async tx => {
      for (const jti of ['one', 'two'])
        await tx.db
          .insertInto('oidcModelInstances')
          .values({
            modelName: 'Grant',
            id: `grant-${jti}`,
            expiresAt: Date.now() + 1e6,
            payload: {
              jti: `grant-${jti}`,
              iat: 1,
              exp: 2e9,
              kind: 'Grant',
              clientId: id,
              accountId: userId,
            },
          })
          .execute();
    });
    const { limitGrants } = await import('../domain/sessions.ts');
    await people.write(tx => limitGrants(tx, { id: 'grant-one', userId: userId ?? '', clientId: id }, 1));
    const events = await app.database.tenant('default').read(async db => {
      const rows = await db
        .selectFrom('events')
        .select(['event', 'data', 'origin'])
        .where('event', '=', 'Grant.LimitExceeded')
        .execute();
      return (await app.database.people.open(db, 'default', rows)).map(({ value }) => value.data);
    });
    expect(events).toMatchObject([
      {
        userId,
        applicationId: id,
        maxAllowedGrants: 1,
        preRevocationActiveGrantCount: 2,
        revokedGrantIds: ['grant-two'],
      },
    ]);
  });

  test('an application that is not open to a user answers that access is denied', async () => {
    const { id } = await people.createApplication({ name: 'Closed', type: 'SPA' });
    const { tokens } = await people.register(await people.discover(id), 'outsider', {
      redirect_uri: redirectUri,
    });
    await app.manage('PATCH', `/applications/${id}`, { appLevelAccessControlEnabled: true });
    const answer = await fetch(`${origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: id,
        refresh_token: tokens?.refresh_token ?? '',
      }),
    });
    expect(await answer.json()).toMatchObject({ error: 'access_denied', code: 'oidc.access_denied' });
  });
});
