import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';

describe.each(anyDatabase)('organization roles and permissions on %s', kind => {
  let app: TestApp;
  let build: ReturnType<typeof createBuilders>;
  beforeAll(async () => {
    app = await startTestApp(kind);
    build = createBuilders(app);
  });
  afterAll(() => app.close());

  const createScope = async (name: string) =>
    (await app.manage('POST', '/organization-scopes', { name })).body as { id: string };

  test('[ENT-9] permissions are created, found, renamed and deleted; 422 for a name that is taken', async () => {
    const created = await app.manage('POST', '/organization-scopes', {
      name: 'invite',
      description: 'Invites',
    });
    expect(created).toMatchObject({ status: 201, body: { name: 'invite', description: 'Invites' } });
    expect(await app.manage('POST', '/organization-scopes', { name: 'invite' })).toMatchObject({
      status: 422,
      body: { code: 'entity.unique_integrity_violation', data: { path: ['name'] } },
    });
    const path = `/organization-scopes/${created.body.id}`;
    expect((await app.manage('PATCH', path, { name: 'invite:all' })).body.name).toBe('invite:all');
    expect((await app.manage('GET', '/organization-scopes?q=INVITE')).body).toHaveLength(1);
    expect((await app.manage('GET', path)).body).toEqual({
      tenantId: 'default',
      id: created.body.id,
      name: 'invite:all',
      description: 'Invites',
    });
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);
    expect((await app.manage('PATCH', path, { name: 'x' })).status).toBe(404);
    expect((await app.manage('DELETE', path)).status).toBe(404);
  });

  test('[ENT-9] 201 creates a role with both kinds of permissions; the list shows them', async () => {
    const own = await createScope('member:read');
    const api = await build.scope();
    const created = await app.manage('POST', '/organization-roles', {
      name: 'Editor',
      organizationScopeIds: [own.id],
      resourceScopeIds: [api.id],
    });
    expect(created).toMatchObject({ status: 201, body: { name: 'Editor', type: 'User', description: null } });
    const listed = await app.manage('GET', '/organization-roles?q=editor');
    expect(listed.body).toMatchObject([
      {
        scopes: [{ id: own.id, name: 'member:read' }],
        resourceScopes: [{ id: api.id, resource: { id: api.resourceId } }],
      },
    ]);
    const path = `/organization-roles/${created.body.id}`;
    expect((await app.manage('PATCH', path, { description: 'Edits' })).body.description).toBe('Edits');
    expect((await app.manage('GET', path)).body).toMatchObject({ name: 'Editor', description: 'Edits' });
    expect((await app.manage('POST', '/organization-roles', { name: 'Editor' })).status).toBe(422);
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);
    expect((await app.manage('PATCH', path, { name: 'x' })).status).toBe(404);
    expect((await app.manage('DELETE', path)).status).toBe(404);
  });

  test('permissions of a role are added, replaced and removed', async () => {
    const role = await build.organizationRole();
    const [a, b] = [await createScope('a'), await createScope('b')];
    const path = `/organization-roles/${role.id}/scopes`;
    const names = async () =>
      (await app.manage('GET', path)).body.map(({ name }: { name: string }) => name) as string[];
    expect((await app.manage('POST', path, { organizationScopeIds: [a.id] })).status).toBe(201);
    expect((await app.manage('PUT', path, { organizationScopeIds: [b.id, a.id] })).status).toBe(204);
    expect(await names()).toEqual(['a', 'b']);
    expect((await app.manage('DELETE', `${path}/${a.id}`)).status).toBe(204);
    expect(await names()).toEqual(['b']);

    const [first, second] = [await build.scope(), await build.scope()];
    const resources = `/organization-roles/${role.id}/resource-scopes`;
    await app.manage('POST', resources, { scopeIds: [first.id] });
    await app.manage('PUT', resources, { scopeIds: [second.id] });
    expect((await app.manage('GET', resources)).body).toMatchObject([
      { id: second.id, resourceId: second.resourceId },
    ]);
    expect((await app.manage('DELETE', `${resources}/${second.id}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${resources}/${second.id}`)).status).toBe(404);
    expect((await app.manage('GET', '/organization-roles/nothing/scopes')).status).toBe(404);
  });

  test('400 for an organization role with permissions of the management API', async () => {
    const { body: resources } = await app.manage('GET', '/resources?includeScopes=true');
    const management = resources.find(({ name }: { name: string }) => name === 'Management API');
    const role = await build.organizationRole();
    const scopeIds = [management.scopes[0].id];
    const code = 'role.management_api_scopes_not_assignable_to_user_role';
    const path = `/organization-roles/${role.id}/resource-scopes`;
    expect(await app.manage('POST', path, { scopeIds })).toMatchObject({ status: 400, body: { code } });
    expect((await app.manage('PUT', path, { scopeIds })).status).toBe(400);
    const created = await app.manage('POST', '/organization-roles', {
      name: 'Root',
      resourceScopeIds: scopeIds,
    });
    expect(created).toMatchObject({ status: 400, body: { code } });
  });
});
