import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';

describe.each(databaseKinds)('organizations on %s', kind => {
  let app: TestApp;
  let build: ReturnType<typeof createBuilders>;
  beforeAll(async () => {
    app = await startTestApp(kind);
    build = createBuilders(app);
  });
  afterAll(() => app.close());

  const eventsOf = (event: string) =>
    app.database
      .tenant('default')
      .read(db =>
        db
          .selectFrom('events')
          .select(['event', 'data'])
          .where(sql<string>`event`, 'like', event)
          .orderBy('id')
          .execute(),
      );

  test('[ENT-9] 201 creates, 200 reads and updates, 204 deletes', async () => {
    const created = await app.manage('POST', '/organizations', { name: 'Acme', customData: { tier: 1 } });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'Acme', isMfaRequired: false, color: {}, branding: {}, customCss: null },
    });
    const path = `/organizations/${created.body.id}`;
    expect(created.body.id).toMatch(/^[0-9a-z]{12}$/);
    const updated = await app.manage('PATCH', path, {
      isMfaRequired: true,
      branding: { logoUrl: 'https://acme.example/logo.svg' },
    });
    expect(updated.body).toMatchObject({ name: 'Acme', isMfaRequired: true, customData: { tier: 1 } });
    expect((await app.manage('GET', path)).body).toEqual(updated.body);
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).body.code).toBe('entity.not_exists_with_id');
    expect((await app.manage('DELETE', path)).status).toBe(404);
    expect((await app.manage('PATCH', path, { name: 'x' })).status).toBe(404);
    const events = (await eventsOf('Organization.%')).map(({ event }) => event);
    expect(events).toEqual(['Organization.Created', 'Organization.Data.Updated', 'Organization.Deleted']);
  });

  test('200 lists newest first, finds by name or ID, and shows who belongs to them', async () => {
    const { id } = await build.organization('Needle Ltd');
    const users = [await build.user(), await build.user(), await build.user(), await build.user()];
    await app.manage('POST', `/organizations/${id}/users`, { userIds: users.map(user => user.id) });
    const found = await app.manage('GET', '/organizations?q=needle&showFeatured=true');
    expect(found.body).toMatchObject([{ id, usersCount: 4 }]);
    expect(found.body[0].featuredUsers).toHaveLength(3);
    expect(found.headers.get('total-number')).toBe('1');
    const plain = await app.manage('GET', '/organizations?page=1&page_size=1');
    expect(plain.body).toMatchObject([{ id }]);
    expect(plain.body[0]).not.toHaveProperty('usersCount');
  });

  test('members are added once, replaced, found by role and text, and removed', async () => {
    const { id } = await build.organization();
    const role = await build.organizationRole();
    const [ada, bob] = [await build.user({ name: 'Ada' }), await build.user({ name: 'Bob' })];
    const path = `/organizations/${id}/users`;
    expect(await app.manage('POST', path, { userIds: [ada.id] })).toMatchObject({
      status: 201,
      body: { userIds: [ada.id] },
    });
    expect((await app.manage('POST', path, { userIds: [ada.id, bob.id] })).status).toBe(201);
    await app.manage('POST', `${path}/roles`, { userIds: [ada.id], organizationRoleIds: [role.id] });
    const list = async (query: string) =>
      (await app.manage('GET', `${path}?${query}`)).body.map((user: { id: string }) => user.id);
    expect((await list('')).sort()).toEqual([ada.id, bob.id].sort());
    expect(await list('q=bob')).toEqual([bob.id]);
    expect(await list(`organizationRoleId=${role.id}`)).toEqual([ada.id]);
    expect((await app.manage('GET', `${path}?q=ada`)).body[0]).toMatchObject({
      organizationRoles: [{ id: role.id, name: role.name }],
    });
    expect((await app.manage('PUT', path, { userIds: [bob.id] })).status).toBe(204);
    expect(await list('')).toEqual([bob.id]);
    expect((await app.manage('DELETE', `${path}/${bob.id}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/${bob.id}`)).status).toBe(404);
    expect((await app.manage('POST', path, { userIds: ['nobody'] })).body.code).toBe(
      'entity.relation_foreign_key_not_found',
    );
    expect((await app.manage('POST', path, { userIds: [] })).status).toBe(400);
    expect((await app.manage('GET', '/organizations/nothing/users')).status).toBe(404);
    const told = (await eventsOf('Organization.Membership.Updated'))
      .map(({ data }) => data as Record<string, unknown>)
      .filter(({ organizationId }) => organizationId === id);
    expect(told).toEqual([
      { organizationId: id, addedUserIds: [ada.id] },
      { organizationId: id, addedUserIds: [bob.id] },
      { organizationId: id, removedUserIds: [ada.id] },
      { organizationId: id, removedUserIds: [bob.id] },
    ]);
  });

  test('roles of a member are given by id or name, and open their permissions', async () => {
    const { id } = await build.organization();
    const [first, second] = [await build.organizationRole(), await build.organizationRole()];
    const scope = (await app.manage('POST', '/organization-scopes', { name: `read:${id}` })).body;
    await app.manage('POST', `/organization-roles/${first.id}/scopes`, { organizationScopeIds: [scope.id] });
    const user = await build.user();
    const path = `/organizations/${id}/users/${user.id}`;
    expect((await app.manage('GET', `${path}/roles`)).body.code).toBe('organization.require_membership');
    await app.manage('POST', `/organizations/${id}/users`, { userIds: [user.id] });
    const added = await app.manage('POST', `${path}/roles`, { organizationRoleNames: [first.name] });
    expect(added).toMatchObject({ status: 201, body: { organizationRoleIds: [first.id] } });
    expect((await app.manage('GET', `${path}/scopes`)).body).toMatchObject([{ name: `read:${id}` }]);
    expect((await app.manage('POST', `${path}/roles`, { organizationRoleNames: ['nobody'] })).body.code).toBe(
      'organization.role_names_not_found',
    );
    await app.manage('PUT', `${path}/roles`, { organizationRoleIds: [second.id] });
    expect((await app.manage('GET', `${path}/roles`)).body).toMatchObject([{ id: second.id }]);
    expect((await app.manage('GET', `${path}/scopes`)).body).toEqual([]);
    expect((await app.manage('DELETE', `${path}/roles/${second.id}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/roles/${second.id}`)).status).toBe(404);
    const machineRole = await build.organizationRole('MachineToMachine');
    const wrong = await app.manage('POST', `${path}/roles`, { organizationRoleIds: [machineRole.id] });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'entity.db_constraint_violated' } });
  });

  test('machines join with roles of machines; other applications are refused', async () => {
    const { id } = await build.organization();
    const machine = await build.application();
    const spa = await build.application({ type: 'SPA' });
    const path = `/organizations/${id}/applications`;
    expect((await app.manage('POST', path, { applicationIds: [spa.id] })).body.code).toBe(
      'entity.db_constraint_violated',
    );
    expect((await app.manage('POST', path, { applicationIds: [machine.id] })).status).toBe(201);
    const role = await build.organizationRole('MachineToMachine');
    const roles = `${path}/${machine.id}/roles`;
    expect((await app.manage('POST', roles, { organizationRoleIds: [role.id] })).status).toBe(201);
    const userRole = await build.organizationRole();
    expect((await app.manage('POST', roles, { organizationRoleIds: [userRole.id] })).status).toBe(422);
    expect((await app.manage('GET', path)).body).toMatchObject([
      { id: machine.id, organizationRoles: [{ id: role.id }] },
    ]);
    expect((await app.manage('GET', path)).body[0]).not.toHaveProperty('secret');
    expect((await app.manage('GET', roles)).body).toMatchObject([{ id: role.id }]);
    expect((await app.manage('DELETE', `${roles}/${role.id}`)).status).toBe(204);
    await app.manage('POST', `${path}/roles`, {
      applicationIds: [machine.id],
      organizationRoleIds: [role.id],
    });
    await app.manage('PUT', roles, { organizationRoleIds: [] });
    expect((await app.manage('GET', roles)).body).toEqual([]);
    expect((await app.manage('PUT', path, { applicationIds: [] })).status).toBe(204);
    expect((await app.manage('GET', `${path}?q=x`)).body).toEqual([]);
    expect((await app.manage('GET', roles)).body.code).toBe('organization.require_membership');
    expect((await app.manage('DELETE', `${path}/${machine.id}`)).status).toBe(404);
  });

  test('[ENT-10] just-in-time domains, roles and connectors are added, replaced and removed', async () => {
    const { id } = await build.organization();
    const path = `/organizations/${id}/jit`;
    const added = await app.manage('POST', `${path}/email-domains`, { emailDomain: 'Acme.example' });
    expect(added).toMatchObject({ status: 201, body: { organizationId: id, emailDomain: 'acme.example' } });
    expect((await app.manage('POST', `${path}/email-domains`, { emailDomain: 'acme.example' })).status).toBe(
      422,
    );
    expect((await app.manage('POST', `${path}/email-domains`, { emailDomain: 'nowhere' })).status).toBe(400);
    await app.manage('PUT', `${path}/email-domains`, { emailDomains: ['b.example', 'a.example'] });
    const domains = await app.manage('GET', `${path}/email-domains`);
    expect(domains.body.map((row: { emailDomain: string }) => row.emailDomain)).toEqual([
      'a.example',
      'b.example',
    ]);
    expect((await app.manage('DELETE', `${path}/email-domains/a.example`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/email-domains/a.example`)).status).toBe(404);

    const role = await build.organizationRole();
    await app.manage('POST', `${path}/roles`, { organizationRoleIds: [role.id] });
    expect((await app.manage('GET', `${path}/roles`)).body).toMatchObject([{ id: role.id }]);
    expect((await app.manage('DELETE', `${path}/roles/${role.id}`)).status).toBe(204);
    expect((await app.manage('PUT', `${path}/roles`, { organizationRoleIds: ['none'] })).status).toBe(422);

    expect((await app.manage('GET', `${path}/sso-connectors`)).body).toEqual([]);
    expect((await app.manage('POST', `${path}/sso-connectors`, { ssoConnectorIds: ['none'] })).status).toBe(
      422,
    );
    expect((await app.manage('PUT', `${path}/sso-connectors`, { ssoConnectorIds: [] })).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/sso-connectors/none`)).status).toBe(404);
  });

  test('a deleted organization comes back with its members when the deletion is undone', async () => {
    const { id } = await build.organization();
    const user = await build.user();
    await app.manage('POST', `/organizations/${id}/users`, { userIds: [user.id] });
    await app.manage('DELETE', `/organizations/${id}`);
    const { body: changes } = await app.manage('GET', `/changes?objectKind=organization&objectId=${id}`);
    expect((await app.manage('POST', `/changes/${changes[0].id}/revert`)).status).toBe(201);
    expect((await app.manage('GET', `/organizations/${id}/users`)).body).toMatchObject([{ id: user.id }]);
  });
});
