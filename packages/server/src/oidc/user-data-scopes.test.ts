import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople } from './testing/people.ts';

describe.each(anyDatabase)('[ENT-35] what each scope tells of a user, on %s', kind => {
  let app: TestApp;
  let client: openid.Configuration;
  let organizationId: string;
  let organizationRoleId: string;
  let roleId: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    const people = createPeople(app);
    client = await people.discover((await people.createApplication({ name: 'Shop', type: 'SPA' })).id);
    const made = async (path: string, body: object) => (await app.manage('POST', path, body)).body.id;
    organizationId = await made('/organizations', { name: 'Harbor' });
    organizationRoleId = await made('/organization-roles', { name: 'captain', type: 'User' });
    roleId = await made('/roles', { name: 'reader', description: 'Reads', type: 'User' });
  });
  afterAll(() => app.close());

  const fill = async (id: string, number: number) => {
    const user = `/users/${id}`;
    await app.manage('PATCH', user, {
      primaryEmail: `ada${number}@example.com`,
      primaryPhone: `4915123456${number}`,
      name: 'Ada',
      customData: { plan: 'gold' },
      profile: { nickname: 'Countess', address: { locality: 'London' } },
    });
    await app.manage('PUT', `${user}/identities/github`, { userId: `octocat-${number}` });
    await app.manage('POST', `${user}/roles`, { roleIds: [roleId] });
    await app.manage('POST', `/organizations/${organizationId}/users`, { userIds: [id] });
    await app.manage('POST', `/organizations/${organizationId}/users/${id}/roles`, {
      organizationRoleIds: [organizationRoleId],
    });
  };

  const told: [scope: string, claims: (number: number) => Record<string, unknown>][] = [
    ['profile', () => ({ name: 'Ada', nickname: 'Countess', username: expect.any(String) })],
    ['email', number => ({ email: `ada${number}@example.com`, email_verified: expect.any(Boolean) })],
    ['phone', number => ({ phone_number: `4915123456${number}` })],
    ['address', () => ({ address: { locality: 'London' } })],
    ['custom_data', () => ({ custom_data: { plan: 'gold' } })],
    ['identities', number => ({ identities: { github: { userId: `octocat-${number}` } } })],
    ['roles', () => ({ roles: ['reader'] })],
    ['urn:logto:scope:organizations', () => ({ organizations: [organizationId] })],
    ['urn:logto:scope:organization_roles', () => ({ organization_roles: [`${organizationId}:captain`] })],
  ];

  test.each(told.map(([scope, claims], number) => ({ scope, claims, number })))(
    '$scope opens its own claims and none of the others',
    async ({ scope, claims, number }) => {
      const people = createPeople(app);
      const { tokens, userId = '' } = await people.register(client, `ada_${number}`, {
        scope: `openid offline_access ${scope}`,
      });
      await fill(userId, number);
      const userinfo = await openid.fetchUserInfo(client, tokens?.access_token ?? '', userId);
      expect(userinfo).toMatchObject({ sub: userId, ...claims(number) });
      const others = told.filter(([other]) => other !== scope).flatMap(([, of]) => Object.keys(of(number)));
      const own = Object.keys(claims(number));
      for (const claim of others.filter(name => !own.includes(name)))
        expect(userinfo).not.toHaveProperty(claim);
    },
  );

  test('claims without a value are left out and times are seconds, unless the tenant keeps those of the dialect', async () => {
    const people = createPeople(app);
    const { tokens, userId = '' } = await people.register(client, 'bare', {
      scope: 'openid offline_access profile email phone',
    });
    const read = () => openid.fetchUserInfo(client, tokens?.access_token ?? '', userId);
    const standard = await read();
    expect(Object.values(standard)).not.toContain(null);
    for (const claim of ['name', 'email', 'email_verified', 'phone_number', 'phone_number_verified'])
      expect(standard).not.toHaveProperty(claim);
    expect(standard.updated_at).toBeCloseTo(Date.now() / 1000, -3);
    expect(tokens?.claims()?.updated_at).toBeCloseTo(Date.now() / 1000, -3);
    const path = '/configs/id-token';
    expect((await app.manage('GET', path)).body.standardClaims).toBe(true);
    await app.manage('PUT', path, { standardClaims: false });
    const dialect = await read();
    expect(dialect).toMatchObject({ name: null, email: null, email_verified: false });
    expect(dialect.updated_at).toBeGreaterThan(Date.now() / 2);
    // A client that does not know the setting leaves it alone.
    await app.manage('PUT', path, { enabledExtendedClaims: ['roles'] });
    expect((await read()).name).toBe(null);
    await app.manage('PUT', path, { standardClaims: true });
  });
});
