import { multiFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import { organizationAudience, organizationResource } from '@gatehouse/contract/dialect.ts';
import type { CheckedToken } from '@gatehouse/contract/token-check.ts';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPeople, type People } from '../../oidc/testing/people.ts';

const api = 'https://orders.example/api';
const scopes = ['read', 'write', 'approve', 'unheld'] as const;
const organizationId = 'acme';

describe.each(anyDatabase)('what a token would contain, on %s', kind => {
  let app: TestApp;
  let people: People;
  let shop: { id: string; client: openid.Configuration };
  let user: { id: string; refreshToken: string };
  let resourceId: string;
  const roles = { reader: '', approver: '' };
  const scopeIds: Record<string, string> = {};

  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
    const { id } = await people.createApplication({ name: 'Shop', type: 'SPA' });
    shop = { id, client: await people.discover(id) };
    const resource = await app.manage('POST', '/resources', {
      name: 'Orders',
      indicator: api,
      accessTokenTtl: 900,
    });
    resourceId = resource.body.id;
    for (const name of scopes) {
      const { body } = await app.manage('POST', `/resources/${resourceId}/scopes`, { name });
      scopeIds[name] = body.id;
    }
    const createRole = async (name: string, held: string[]) => {
      const { body } = await app.manage('POST', '/roles', {
        name,
        description: name,
        scopeIds: held.map(scope => scopeIds[scope]),
      });
      return body.id as string;
    };
    roles.reader = await createRole('Reader', ['read']);
    roles.approver = await createRole('Approver', ['approve']);
    await people.write(async tx => {
      await tx.insert('organizations', {
        id: organizationId,
        name: 'Acme',
        description: null,
        customCss: null,
      });
      await tx.insert('organizationScopes', { id: 'invite', name: 'invite', description: null });
      await tx.insert('organizationRoles', { id: 'editor', name: 'Editor', description: null });
      await tx.insert('organizationRoleScopes', {
        organizationRoleId: 'editor',
        organizationScopeId: 'invite',
      });
      await tx.insert('organizationRoleResourceScopes', {
        organizationRoleId: 'editor',
        scopeId: scopeIds.write!,
      });
    });
    const { tokens, userId } = await people.register(shop.client, 'alice', {
      scope: `openid offline_access urn:logto:scope:organizations ${scopes.join(' ')} invite`,
      resource: [organizationResource, api],
    });
    // Before the sign-in it would have led to a second factor.
    await app.manage('PATCH', `/resources/${resourceId}/scopes/${scopeIds.approve}`, { acr: multiFactorAcr });
    user = { id: userId!, refreshToken: tokens!.refresh_token! };
    await app.manage('POST', `/users/${user.id}/roles`, { roleIds: [roles.reader, roles.approver] });
    await people.write(async tx => {
      const member = { organizationId, userId: user.id };
      await tx.insert('organizationUsers', member);
      await tx.insert('organizationUserRoles', { ...member, organizationRoleId: 'editor' });
    });
  });
  afterAll(() => app.close());

  const check = async (query: Record<string, string>, status = 200): Promise<CheckedToken> => {
    const parameters = new URLSearchParams({ applicationId: shop.id, ...query });
    const answer = await app.manage('GET', `/users/${user.id}/token-check?${parameters}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body;
  };
  /** The token that the token endpoint issues for the same request, without what only an issued token has. */
  const issue = async (parameters: Record<string, string>) => {
    const answer = await openid.refreshTokenGrant(shop.client, user.refreshToken, parameters);
    user.refreshToken = answer.refresh_token ?? user.refreshToken;
    const { iat, exp, jti: _jti, ...claims } = decodeJwt(answer.access_token);
    return { claims, lifetimeSeconds: (exp ?? 0) - (iat ?? 0) };
  };
  const ordered = ({ scope, ...claims }: Record<string, unknown>) => ({
    ...claims,
    scope: String(scope).split(' ').sort(),
  });
  /** Compares an answer with a real token. */
  const expectSame = async (query: Record<string, string>, parameters: Record<string, string>) => {
    const checked = await check(query);
    const issued = await issue(parameters);
    expect(ordered(checked.claims)).toEqual(ordered(issued.claims));
    expect(checked.lifetimeSeconds).toBe(issued.lifetimeSeconds);
    return checked;
  };
  const obstacles = (token: CheckedToken) =>
    Object.fromEntries(token.scopes.map(({ name, obstacle }) => [name, obstacle ?? 'included']));

  test('for an API: the claims and the lifetime of a real token, and where each permission comes from', async () => {
    const token = await expectSame({ resourceId }, { resource: api });
    expect(obstacles(token)).toEqual({
      read: 'included',
      write: 'included',
      approve: 'level',
      unheld: 'no_role',
    });
    const sourcesOf = (name: string) => token.scopes.find(scope => scope.name === name)?.sources;
    expect(sourcesOf('read')).toEqual([{ kind: 'role', id: roles.reader, name: 'Reader' }]);
    const organization = { id: organizationId, name: 'Acme' };
    expect(sourcesOf('write')).toEqual([
      { kind: 'organization_role', id: 'editor', name: 'Editor', organization },
    ]);
    expect(sourcesOf('unheld')).toEqual([]);
    expect(obstacles(await check({ resourceId, acr: multiFactorAcr }))).toMatchObject({
      approve: 'included',
    });
  });

  test('in an organization: its own roles alone count, for an API and for the organization', async () => {
    const forApi = await expectSame(
      { resourceId, organizationId },
      { resource: api, organization_id: organizationId },
    );
    expect(obstacles(forApi)).toMatchObject({ read: 'no_role', write: 'included' });
    const own = await expectSame({ organizationId }, { organization_id: organizationId });
    expect(own).toMatchObject({
      audience: organizationAudience(organizationId),
      scopes: [{ name: 'invite' }],
    });
  });

  test('without an API the default one counts, and without any the token is opaque', async () => {
    expect(await check({})).toMatchObject({ audience: null, scopes: [], claims: {} });
    await app.manage('PATCH', `/resources/${resourceId}/is-default`, { isDefault: true });
    expect(await check({})).toMatchObject({ audience: api, lifetimeSeconds: 900 });
    await app.manage('PATCH', `/resources/${resourceId}/is-default`, { isDefault: false });
  });

  test('the script of the tenant runs: its claims, those that it may not set, its refusal', async () => {
    const setScript = (script: string, more: object = {}) =>
      app.manage('PUT', '/configs/jwt-customizer/access-token', { script, ...more });
    await setScript(
      `const getCustomJwtClaims = ({ context, token, environmentVariables }) => ({
        roles: context.user.roles.map(({ name }) => name).sort(),
        shop: context.application.name, plan: environmentVariables.PLAN, audience: token.aud, sub: 'somebody',
      });`,
      { environmentVariables: { PLAN: 'pro' } },
    );
    const token = await expectSame({ resourceId }, { resource: api });
    expect(token.claims).toMatchObject({ roles: ['Approver', 'Reader'], plan: 'pro', audience: api });
    expect(token.script).toEqual({ outcome: 'claims', ignoredClaims: ['sub'], blocksToken: false });
    await setScript(`const getCustomJwtClaims = ({ api }) => api.denyAccess('not today');`);
    expect((await check({ resourceId })).script).toMatchObject({
      outcome: 'denied',
      message: 'not today',
      blocksToken: true,
    });
    await expect(issue({ resource: api })).rejects.toMatchObject({ error: 'access_denied' });
    await setScript('const getCustomJwtClaims = () => { throw new Error("oops"); };');
    expect((await check({ resourceId })).script).toMatchObject({ outcome: 'failed', blocksToken: false });
    await app.manage('DELETE', '/configs/jwt-customizer/access-token');
  });

  test('the context for trials has the user as a script sees them in a real token', async () => {
    const script = 'const getCustomJwtClaims = ({ context }) => ({ seen: context.user });';
    await app.manage('PUT', '/configs/jwt-customizer/access-token', { script });
    const { claims } = await issue({ resource: api });
    const { body } = await app.manage('GET', `/users/${user.id}/script-context`);
    expect(body.user).toEqual(claims.seen);
    expect(body.user.roles).toHaveLength(2);
    await app.manage('DELETE', '/configs/jwt-customizer/access-token');
    expect((await app.manage('GET', '/users/missing/script-context')).status).toBe(404);
  });

  test('says why there is no token at all', async () => {
    const refusals = async (query: Record<string, string> = { resourceId }) => (await check(query)).refusals;
    await people.write(async tx => {
      await tx.insert('organizations', {
        id: 'strict',
        name: 'Strict',
        description: null,
        customCss: null,
        isMfaRequired: true,
      });
    });
    expect(await refusals({ organizationId: 'strict' })).toEqual(['not_member']);
    await people.write(tx => tx.insert('organizationUsers', { organizationId: 'strict', userId: user.id }));
    expect(await refusals({ organizationId: 'strict' })).toEqual(['mfa_required']);
    expect(await refusals({ organizationId: 'strict', acr: multiFactorAcr })).toEqual([]);
    await app.manage('PATCH', `/users/${user.id}/is-suspended`, { isSuspended: true });
    expect(await refusals()).toEqual(['suspended']);
    await app.manage('PATCH', `/users/${user.id}/is-suspended`, { isSuspended: false });
    for (const query of [
      { applicationId: 'missing' },
      { resourceId: 'missing' },
      { organizationId: 'missing' },
    ] as Record<string, string>[])
      await check(query, 404);
  });

  test('a third-party application gets what it may ask for, of organizations that the user shared', async () => {
    const partner = await people.createApplication({
      name: 'Partner',
      type: 'Traditional',
      isThirdParty: true,
    });
    const ofPartner = (query: Record<string, string> = {}) =>
      check({ applicationId: partner.id, resourceId, ...query });
    expect(obstacles(await ofPartner())).toMatchObject({ read: 'application', unheld: 'no_role' });
    await app.manage('POST', `/applications/${partner.id}/user-consent-scopes`, {
      resourceScopes: [scopeIds.read],
    });
    expect(obstacles(await ofPartner())).toMatchObject({ read: 'included', write: 'application' });
    expect((await ofPartner({ organizationId })).refusals).toEqual([
      'organizations_not_allowed',
      'not_shared',
    ]);
  });
});
