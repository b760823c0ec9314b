import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';

describe.each(databaseKinds)('roles, users and the sign-in experience on %s', kind => {
  let app: TestApp;
  let scopeId: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    const { body: resource } = await app.manage('POST', '/resources', {
      name: 'R',
      indicator: 'https://r.example',
    });
    scopeId = (await app.manage('POST', `/resources/${resource.id}/scopes`, { name: 'read' })).body.id;
  });
  afterAll(() => app.close());

  let count = 0;
  const createRole = async (fields: Record<string, unknown> = {}) => {
    count += 1;
    const { body } = await app.manage('POST', '/roles', {
      name: `Role ${count}`,
      description: 'A role.',
      ...fields,
    });
    return body as { id: string; name: string };
  };

  test('[ENT-7] 200 creates a role of users with its permissions', async () => {
    const created = await app.manage('POST', '/roles', {
      name: 'Editor',
      description: 'Edits.',
      scopeIds: [scopeId],
    });
    expect(created).toMatchObject({ status: 200, body: { name: 'Editor', type: 'User', isDefault: false } });
    const scopes = await app.manage('GET', `/roles/${created.body.id}/scopes`);
    expect(scopes.body).toMatchObject([
      { id: scopeId, name: 'read', resource: { indicator: 'https://r.example' } },
    ]);
  });

  test('422 for a name that is taken, 404 for a scope that is not there', async () => {
    const { name } = await createRole();
    expect(await app.manage('POST', '/roles', { name, description: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'role.name_in_use' },
    });
    expect(
      (await app.manage('POST', '/roles', { name: 'New', description: 'x', scopeIds: ['nothing'] })).status,
    ).toBe(404);
  });

  test('400 for users who shall get the management API', async () => {
    const { body: resources } = await app.manage('GET', '/resources?includeScopes=true');
    const all = resources
      .find(({ name }: { name: string }) => name === 'Management API')
      .scopes.find(({ name }: { name: string }) => name === 'all');
    const { id } = await createRole();
    expect(await app.manage('POST', `/roles/${id}/scopes`, { scopeIds: [all.id] })).toMatchObject({
      status: 400,
      body: { code: 'role.management_api_scopes_not_assignable_to_user_role' },
    });
  });

  test('permissions are added once and removed', async () => {
    const { id } = await createRole();
    expect((await app.manage('POST', `/roles/${id}/scopes`, { scopeIds: [scopeId] })).status).toBe(201);
    expect(await app.manage('POST', `/roles/${id}/scopes`, { scopeIds: [scopeId] })).toMatchObject({
      status: 422,
      body: { code: 'role.scope_exists' },
    });
    expect((await app.manage('DELETE', `/roles/${id}/scopes/${scopeId}`)).status).toBe(204);
    expect((await app.manage('DELETE', `/roles/${id}/scopes/${scopeId}`)).status).toBe(404);
  });

  test('the list shows a few of those who hold a role, and how many', async () => {
    const { id } = await createRole({ type: 'MachineToMachine' });
    const applicationIds: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { body } = await app.manage('POST', '/applications', {
        name: `M${index}`,
        type: 'MachineToMachine',
      });
      applicationIds.push(body.id);
    }
    expect((await app.manage('POST', `/roles/${id}/applications`, { applicationIds })).status).toBe(201);
    const { body } = await app.manage('GET', '/roles?type=MachineToMachine&page_size=100');
    const role = body.find((found: { id: string }) => found.id === id);
    expect(role).toMatchObject({ applicationsCount: 4, usersCount: 0, featuredUsers: [] });
    expect(role.featuredApplications).toHaveLength(3);
    const { body: machines } = await app.manage('GET', `/roles/${id}/applications`);
    const { body: applications } = await app.manage('GET', '/applications?types=MachineToMachine');
    const held = applications.filter((application: { id: string }) =>
      applicationIds.includes(application.id),
    );
    expect(machines).toEqual(held);
    expect(held).toHaveLength(4);
    expect((await app.manage('DELETE', `/roles/${id}/applications/${applicationIds[0]}`)).status).toBe(204);
  });

  test('200 updates, 204 deletes', async () => {
    const { id } = await createRole();
    expect((await app.manage('PATCH', `/roles/${id}`, { description: 'New.' })).body.description).toBe(
      'New.',
    );
    expect((await app.manage('DELETE', `/roles/${id}`)).status).toBe(204);
    expect((await app.manage('GET', `/roles/${id}`)).status).toBe(404);
  });

  test('users are listed without their passwords', async () => {
    await app.database.system(db =>
      db
        .insertInto('users')
        .values({ tenantId: 'default', id: 'ann', username: 'ann', passwordEncrypted: 'hash-of-ann' })
        .execute(),
    );
    const listed = await app.manage('GET', '/users?search=ann');
    expect(listed.body).toMatchObject([{ id: 'ann', username: 'ann', hasPassword: true }]);
    expect(listed.text).not.toContain('hash-of-ann');
    expect((await app.manage('GET', '/users/ann')).status).toBe(200);
    expect((await app.manage('GET', '/users/nobody')).status).toBe(404);
  });

  test('the sign-in experience changes, and rules that span fields hold', async () => {
    const updated = await app.manage('PATCH', '/sign-in-exp', { supportEmail: 'help@example.com' });
    expect(updated.body).toMatchObject({ supportEmail: 'help@example.com', signInMode: 'SignInAndRegister' });
    const signUp = { identifiers: ['username'], password: false, verify: false };
    expect((await app.manage('PATCH', '/sign-in-exp', { signUp })).status).toBe(400);
    const history = await app.manage('GET', '/changes?objectKind=sign-in-experience');
    expect(history.body[0].fields).toMatchObject([{ name: 'supportEmail', after: 'help@example.com' }]);
  });
});
