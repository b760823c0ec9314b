import { managementRole } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, requestToken, startTestApp, type TestApp } from '../../http/testing/app.ts';

describe.each(databaseKinds)('applications on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const createApplication = async (fields: Record<string, unknown> = {}) => {
    const { body } = await app.manage('POST', '/applications', {
      name: 'Robot',
      type: 'MachineToMachine',
      ...fields,
    });
    return body as { id: string };
  };
  const createRole = async (name: string, type = 'MachineToMachine') => {
    const { body } = await app.manage('POST', '/roles', { name, description: name, type });
    return body as { id: string };
  };

  test('[ENT-1] 200 creates an application; machines get a first secret', async () => {
    const created = await app.manage('POST', '/applications', { name: 'Robot', type: 'MachineToMachine' });
    expect(created).toMatchObject({
      status: 200,
      body: {
        type: 'MachineToMachine',
        isThirdParty: false,
        customData: {},
        oidcClientMetadata: { redirectUris: [] },
      },
    });
    expect(created.body).not.toHaveProperty('secret');
    const secrets = await app.manage('GET', `/applications/${created.body.id}/secrets`);
    expect(secrets.body).toMatchObject([{ name: 'Default secret', expiresAt: null }]);
    const spa = await createApplication({ type: 'SPA' });
    expect((await app.manage('GET', `/applications/${spa.id}/secrets`)).body).toEqual([]);
  });

  test('400 for types that need another way, with the reason', async () => {
    const create = async (fields: object) =>
      (await app.manage('POST', '/applications', { name: 'x', ...fields })).body.code;
    expect(await create({ type: 'SAML' })).toBe('application.saml.use_saml_app_api');
    expect(await create({ type: 'Protected' })).toBe('application.protected_app_metadata_is_required');
    expect(await create({ type: 'MachineToMachine', isThirdParty: true })).toBe(
      'application.invalid_third_party_application_type',
    );
  });

  test('applications are found by text, type and role, newest first', async () => {
    const { id } = await createApplication({ name: 'Needle' });
    const find = async (query: string) =>
      (await app.manage('GET', `/applications?${query}`)).body.map((found: { id: string }) => found.id);
    expect(await find('search=needle')).toEqual([id]);
    expect(await find('search=needle&types=SPA')).toEqual([]);
    expect(await find('search=needle&types=SPA&types=MachineToMachine')).toEqual([id]);
    expect((await find('types=MachineToMachine'))[0]).toBe(id);
    expect(await find(`types=MachineToMachine&excludeRoleId=${managementRole.id}`)).not.toContain(
      app.manager.id,
    );
  });

  test('200 updates, and a patch leaves other fields alone', async () => {
    const { id } = await createApplication({ description: 'First', customData: { a: 1 } });
    const updated = await app.manage('PATCH', `/applications/${id}`, { name: 'Renamed' });
    expect(updated.body).toMatchObject({ name: 'Renamed', description: 'First', customData: { a: 1 } });
    expect((await app.manage('PATCH', `/applications/${id}/custom-data`, { b: 2 })).body).toEqual({
      a: 1,
      b: 2,
    });
    expect((await app.manage('PATCH', `/applications/${id}`, { type: 'SPA' })).status).toBe(400);
  });

  test('isAdmin gives and takes the management role', async () => {
    const { id } = await createApplication();
    const read = async () => (await app.manage('GET', `/applications/${id}`)).body.isAdmin;
    expect(await read()).toBe(false);
    await app.manage('PATCH', `/applications/${id}`, { isAdmin: true });
    expect(await read()).toBe(true);
    await app.manage('PATCH', `/applications/${id}`, { isAdmin: false });
    expect(await read()).toBe(false);
  });

  test('secrets are added, renamed and refused twice', async () => {
    const { id } = await createApplication();
    const path = `/applications/${id}/secrets`;
    const added = await app.manage('POST', path, { name: 'blue' });
    expect(added).toMatchObject({ status: 201, body: { name: 'blue', expiresAt: null } });
    expect(added.body.value).toMatch(/^\w{32}$/);
    expect(await app.manage('POST', path, { name: 'blue' })).toMatchObject({
      status: 422,
      body: { code: 'application.secret_name_exists' },
    });
    expect((await app.manage('PATCH', `${path}/blue`, { name: 'green' })).body.value).toBe(added.body.value);
    expect((await app.manage('PATCH', `${path}/blue`, { name: 'red' })).status).toBe(404);
    expect((await app.manage('POST', path, { name: 'past', expiresAt: 1 })).status).toBe(400);
    const spa = await createApplication({ type: 'SPA' });
    expect((await app.manage('POST', `/applications/${spa.id}/secrets`, { name: 'x' })).status).toBe(422);
  });

  test('[V8.2.3] secrets are sealed in the database, and masked for who may only read', async () => {
    const { id } = await createApplication();
    const { body: listed } = await app.manage('GET', `/applications/${id}/secrets`);
    const rows = await app.database
      .tenant('default')
      .read(db =>
        db.selectFrom('applicationSecrets').select('value').where('applicationId', '=', id).execute(),
      );
    expect(rows[0]?.value).not.toContain(listed[0].value);

    const { body: resources } = await app.manage('GET', '/resources?includeScopes=true');
    const management = resources.find(({ name }: { name: string }) => name === 'Management API');
    const scope = management.scopes.find(({ name }: { name: string }) => name === 'applications:read');
    const role = await app.manage('POST', '/roles', {
      name: 'App reader',
      description: 'Reads applications.',
      type: 'MachineToMachine',
      scopeIds: [scope.id],
    });
    const reader = await createApplication({ name: 'Reader' });
    await app.manage('POST', `/applications/${reader.id}/roles`, { roleIds: [role.body.id] });
    const own = await app.manage('GET', `/applications/${reader.id}/secrets`);
    const { access_token: token } = await requestToken(
      app.env.ENDPOINT,
      { id: reader.id, secret: own.body[0].value },
      { scope: 'applications:read' },
    );
    const masked = await call(`${app.env.ENDPOINT}/api/applications/${id}/secrets`, { token });
    expect(masked.status).toBe(200);
    expect(masked.text).not.toContain(listed[0].value);
  });

  test('roles are assigned once, replaced and removed', async () => {
    const { id } = await createApplication();
    const [first, second] = [await createRole(`first-${id}`), await createRole(`second-${id}`)];
    const path = `/applications/${id}/roles`;
    expect(await app.manage('POST', path, { roleIds: [first.id] })).toMatchObject({
      status: 201,
      body: { addedRoleIds: [first.id] },
    });
    expect((await app.manage('POST', path, { roleIds: [first.id, second.id] })).body.addedRoleIds).toEqual([
      second.id,
    ]);
    expect((await app.manage('PUT', path, { roleIds: [second.id] })).status).toBe(200);
    const listed = await app.manage('GET', path);
    expect(listed.body.map((role: { id: string }) => role.id)).toEqual([second.id]);
    expect(listed.headers.get('total-number')).toBe('1');
    expect((await app.manage('DELETE', `${path}/${second.id}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/${second.id}`)).status).toBe(404);
  });

  test('422 for roles of users, and for applications that are no machines', async () => {
    const { id } = await createApplication();
    const userRole = await createRole(`user-${id}`, 'User');
    expect(
      (await app.manage('POST', `/applications/${id}/roles`, { roleIds: [userRole.id] })).body.code,
    ).toBe('application.invalid_role_type');
    const spa = await createApplication({ type: 'SPA' });
    expect((await app.manage('GET', `/applications/${spa.id}/roles`)).body.code).toBe(
      'application.invalid_type',
    );
    expect((await app.manage('POST', `/applications/${id}/roles`, { roleIds: ['nothing'] })).status).toBe(
      404,
    );
  });

  test('204 deletes an application with its secrets; it gets no more tokens', async () => {
    const { id } = await createApplication();
    const { body: secrets } = await app.manage('GET', `/applications/${id}/secrets`);
    expect((await app.manage('DELETE', `/applications/${id}`)).status).toBe(204);
    expect((await app.manage('GET', `/applications/${id}`)).status).toBe(404);
    await expect
      .poll(async () => (await requestToken(app.env.ENDPOINT, { id, secret: secrets[0].value })).status)
      .toBe(401);
  });
});
