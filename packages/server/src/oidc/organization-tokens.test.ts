import { organizationAudience, organizationResource } from '@gatehouse/contract/dialect.ts';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople, type People } from './testing/people.ts';

const api = 'https://orders.example/api';
const organizationId = 'acme';
const everything = {
  scope:
    'openid offline_access roles urn:logto:scope:organizations urn:logto:scope:organization_roles invite read:orders',
  resource: [organizationResource, api],
};

describe.each(anyDatabase)('organization tokens on %s', kind => {
  let app: TestApp;
  let people: People;
  let client: openid.Configuration;
  let machine: { id: string; secret: string };

  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
    client = await people.discover((await people.createApplication({ name: 'Shop', type: 'SPA' })).id);
    machine = await people.createApplication({ name: 'Robot', type: 'MachineToMachine' });
    const resource = await app.manage('POST', '/resources', { name: 'Orders', indicator: api });
    const scope = await app.manage('POST', `/resources/${resource.body.id}/scopes`, { name: 'read:orders' });
    await people.write(async tx => {
      await tx.insertMany('organizations', [
        { id: organizationId, name: 'Acme', description: 'Anvils', customCss: null },
        { id: 'other', name: 'Other', description: null, customCss: null },
      ]);
      await tx.insert('organizationScopes', { id: 'invite', name: 'invite', description: null });
      await tx.insertMany('organizationRoles', [
        { id: 'editor', name: 'Editor', description: null },
        { id: 'bot', name: 'Bot', description: null, type: 'MachineToMachine' },
      ]);
      for (const organizationRoleId of ['editor', 'bot']) {
        await tx.insert('organizationRoleScopes', { organizationRoleId, organizationScopeId: 'invite' });
        await tx.insert('organizationRoleResourceScopes', { organizationRoleId, scopeId: scope.body.id });
      }
      await tx.insert('organizationApplications', { organizationId, applicationId: machine.id });
      await tx.insert('organizationApplicationRoles', {
        organizationId,
        applicationId: machine.id,
        organizationRoleId: 'bot',
      });
    });
  });
  afterAll(() => app.close());

  const join = (userId: string) =>
    people.write(async tx => {
      await tx.insert('organizationUsers', { organizationId, userId });
      await tx.insert('organizationUserRoles', { organizationId, userId, organizationRoleId: 'editor' });
    });
  const registerMember = async (
    username: string,
    parameters: Parameters<People['register']>[2] = everything,
  ) => {
    const { tokens, userId = '' } = await people.register(client, username, parameters);
    await join(userId);
    return { refreshToken: tokens!.refresh_token!, userId };
  };
  const refresh = (refreshToken: string, parameters: Record<string, string>) =>
    openid.refreshTokenGrant(client, refreshToken, parameters);

  test('a member gets a token whose audience is the organization, with the scopes of their roles', async () => {
    const { refreshToken, userId } = await registerMember('anna');
    const { access_token: token, expires_in: expiresIn } = await refresh(refreshToken, {
      organization_id: organizationId,
    });
    expect(decodeJwt(token)).toMatchObject({
      aud: organizationAudience(organizationId),
      sub: userId,
      scope: 'invite',
    });
    expect(expiresIn).toBe(3600);
  });

  test('an organization and a resource: the resource’s audience, and the organization as a claim', async () => {
    const { refreshToken } = await registerMember('bert');
    const { access_token: token } = await refresh(refreshToken, {
      organization_id: organizationId,
      resource: api,
    });
    expect(decodeJwt(token)).toMatchObject({
      aud: api,
      organization_id: organizationId,
      scope: 'read:orders',
    });
  });

  test('without an organization the roles in all of them count', async () => {
    const { refreshToken } = await registerMember('cora');
    const payload = decodeJwt((await refresh(refreshToken, { resource: api })).access_token);
    expect(payload.scope).toBe('read:orders');
    expect(payload).not.toHaveProperty('organization_id');
  });

  test('403 for a user who is not a member', async () => {
    const { refreshToken, userId } = await registerMember('dirk');
    for (const parameters of [
      { organization_id: 'other' },
      { organization_id: 'other', resource: api },
    ] as Record<string, string>[])
      await expect(refresh(refreshToken, parameters)).rejects.toMatchObject({
        status: 403,
        error: 'access_denied',
      });
    // Nothing was used up: the refresh token is still the current one.
    const [stored] = await app.database
      .tenant('default')
      .read(db =>
        db
          .selectFrom('oidcModelInstances')
          .select('consumedAt')
          .where('modelName', '=', 'RefreshToken')
          .where('accountId', '=', userId)
          .execute(),
      );
    expect(stored).toEqual({ consumedAt: null });
  });

  test('403 when the sign-in did not ask for organizations', async () => {
    const { refreshToken } = await registerMember('elke', { scope: 'openid offline_access' });
    await expect(refresh(refreshToken, { organization_id: organizationId })).rejects.toMatchObject({
      status: 403,
      error: 'insufficient_scope',
    });
  });

  test('403 while the organization requires a second factor that the sign-in did not use', async () => {
    const { refreshToken, userId } = await registerMember('finn');
    await people.write(tx => tx.update('organizations', { id: organizationId }, { isMfaRequired: true }));
    await expect(refresh(refreshToken, { organization_id: organizationId })).rejects.toMatchObject({
      status: 403,
      error: 'access_denied',
    });
    await people.write(tx =>
      tx.update('users', { id: userId }, { mfaVerifications: [{ id: 'x', type: 'Totp', key: 'k' }] }),
    );
    // To have one is not enough, when the sign-in did not use it.
    await expect(refresh(refreshToken, { organization_id: organizationId })).rejects.toMatchObject({
      status: 403,
    });
    await people.write(tx => tx.update('organizations', { id: organizationId }, { isMfaRequired: false }));
  });

  test('ID token and userinfo name the organizations and roles; data about them only userinfo', async () => {
    const { refreshToken, userId } = await registerMember('gabi');
    const tokens = await refresh(refreshToken, {});
    expect(tokens.claims()).toMatchObject({
      organizations: [organizationId],
      organization_roles: [`${organizationId}:Editor`],
      roles: [],
    });
    expect(tokens.claims()).not.toHaveProperty('organization_data');
    const userinfo = await openid.fetchUserInfo(client, tokens.access_token, userId);
    expect(userinfo).toMatchObject({
      organizations: [organizationId],
      organization_data: [{ id: organizationId, name: 'Acme', description: 'Anvils' }],
    });
    await app.manage('PUT', '/configs/id-token', { enabledExtendedClaims: ['organization_data'] });
    const again = await refresh(tokens.refresh_token!, {});
    expect(again.claims()).toHaveProperty('organization_data');
    expect(again.claims()).not.toHaveProperty('organizations');
    await app.manage('PUT', '/configs/id-token', {});
  });

  test('an associated machine gets a token for the organization, and for an API in its name', async () => {
    const own = await requestToken(app.env.ENDPOINT, machine, {
      organization_id: organizationId,
      scope: 'invite',
      resource: organizationAudience(organizationId),
    });
    expect(decodeJwt(own.access_token)).toMatchObject({
      aud: organizationAudience(organizationId),
      sub: machine.id,
      scope: 'invite',
    });
    const forApi = await requestToken(app.env.ENDPOINT, machine, {
      organization_id: organizationId,
      resource: api,
      scope: 'read:orders',
    });
    expect(decodeJwt(forApi.access_token)).toMatchObject({
      aud: api,
      organization_id: organizationId,
      scope: 'read:orders',
    });
  });

  test('403 for a machine that is not associated', async () => {
    const answer = await requestToken(app.env.ENDPOINT, machine, { organization_id: 'other', resource: api });
    expect(answer).toMatchObject({ status: 403, error: 'access_denied' });
  });
});
