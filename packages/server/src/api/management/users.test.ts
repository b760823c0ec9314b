import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, requestToken, startTestApp, type TestApp } from '../../http/testing/app.ts';

describe.each(databaseKinds)('users on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  let count = 0;
  const createUser = async (fields: Record<string, unknown> = {}) => {
    count += 1;
    const { body } = await app.manage('POST', '/users', { username: `user_${count}`, ...fields });
    return body as { id: string; username: string };
  };
  /** A machine that holds one permission of the management API. */
  const readAs = async (scope: string, path: string) => {
    count += 1;
    const { body: resources } = await app.manage('GET', '/resources?includeScopes=true');
    const { scopes } = resources.find(({ name }: { name: string }) => name === 'Management API');
    const { id: scopeId } = scopes.find(({ name }: { name: string }) => name === scope);
    const role = await app.manage('POST', '/roles', {
      name: `${scope} ${count}`,
      description: 'Reads.',
      type: 'MachineToMachine',
      scopeIds: [scopeId],
    });
    const machine = await app.manage('POST', '/applications', { name: 'Reader', type: 'MachineToMachine' });
    const { id } = machine.body;
    await app.manage('POST', `/applications/${id}/roles`, { roleIds: [role.body.id] });
    const [{ value: secret }] = (await app.manage('GET', `/applications/${id}/secrets`)).body;
    const { access_token: token } = await requestToken(app.env.ENDPOINT, { id, secret }, { scope });
    return call(`${app.env.ENDPOINT}/api${path}`, { token });
  };
  const eventsOf = async (userId: string) => {
    const rows = await app.database
      .tenant('default')
      .read(db => db.selectFrom('events').select(['event', 'data']).orderBy('id').execute());
    return rows.filter(({ data }) => (data as { id?: string }).id === userId).map(({ event }) => event);
  };

  test('[ENT-5] 200 creates a user with everything, and with nothing', async () => {
    const everything = {
      username: 'ada',
      primaryEmail: 'Ada@example.com',
      primaryPhone: '4915112345678',
      name: 'Ada Lovelace',
      avatar: 'https://example.com/ada.png',
      customData: { team: 'engines' },
      profile: { givenName: 'Ada', address: { country: 'GB' } },
      password: 'difference engine',
    };
    const created = await app.manage('POST', '/users', everything);
    const { password: _, ...shown } = everything;
    expect(created).toMatchObject({
      status: 200,
      body: { ...shown, hasPassword: true, isSuspended: false, identities: {}, lastSignInAt: null },
    });
    expect(created.body.id).toMatch(/^[\da-z]{12}$/);
    expect(created.text).not.toContain('argon2');
    expect(await eventsOf(created.body.id)).toEqual(['User.Created']);
    expect((await app.manage('POST', '/users', {})).body).toMatchObject({
      username: null,
      hasPassword: false,
    });
  });

  test('422 for an identifier that is taken, in any case of letters for an address', async () => {
    await app.manage('POST', '/users', { username: 'taken', primaryEmail: 'taken@example.com' });
    await app.manage('POST', '/users', { primaryPhone: '4930123456' });
    const attempt = async (fields: object) => (await app.manage('POST', '/users', fields)).body.code;
    expect(await attempt({ username: 'taken' })).toBe('user.username_already_in_use');
    expect(await attempt({ primaryEmail: 'TAKEN@example.com' })).toBe('user.email_already_in_use');
    expect(await attempt({ primaryPhone: '4930123456' })).toBe('user.phone_already_in_use');
  });

  test('400 for a body that is wrong', async () => {
    expect((await app.manage('POST', '/users', { username: '1st' })).status).toBe(400);
    expect((await app.manage('POST', '/users', { shoeSize: 38 })).status).toBe(400);
    expect((await app.manage('POST', '/users', { profile: { shoeSize: 38 } })).status).toBe(400);
  });

  test('200 updates, clears by null or an empty text, and keeps the rest', async () => {
    const { id } = await createUser({ name: 'Before', primaryEmail: 'clear@example.com' });
    const updated = await app.manage('PATCH', `/users/${id}`, { name: 'After', primaryEmail: '' });
    expect(updated).toMatchObject({ status: 200, body: { name: 'After', primaryEmail: null } });
    expect((await app.manage('PATCH', `/users/${id}`, { name: null })).body.name).toBeNull();
    expect((await app.manage('GET', `/users/${id}`)).body).toMatchObject({ username: updated.body.username });
    expect(await eventsOf(id)).toEqual(['User.Created', 'User.Data.Updated', 'User.Data.Updated']);
    const history = await app.manage('GET', `/changes?objectKind=user&objectId=${id}`);
    expect(history.body).toHaveLength(3);
  });

  test('custom data and profile are merged, one level deep', async () => {
    const { id } = await createUser({ customData: { a: 1, b: { x: 1 } }, profile: { givenName: 'G' } });
    const merged = await app.manage('PATCH', `/users/${id}/custom-data`, {
      customData: { b: { y: 2 }, c: 3 },
    });
    expect(merged.body).toEqual({ a: 1, b: { y: 2 }, c: 3 });
    expect((await app.manage('GET', `/users/${id}/custom-data`)).body).toEqual(merged.body);
    const profile = await app.manage('PATCH', `/users/${id}/profile`, { profile: { familyName: 'F' } });
    expect(profile.body).toEqual({ givenName: 'G', familyName: 'F' });
    expect(await eventsOf(id)).toEqual(['User.Created', 'User.Data.Updated', 'User.Data.Updated']);
  });

  test('what a user decided about second factors is kept', async () => {
    const { id } = await createUser();
    const untouched = {
      mfa: { skipped: false, skipMfaOnSignIn: false },
      passkeySignIn: { skipped: false },
    };
    expect((await app.manage('GET', `/users/${id}/logto-configs`)).body).toEqual(untouched);
    await app.manage('PATCH', `/users/${id}/logto-configs`, { mfa: { skipped: true } });
    const both = await app.manage('PATCH', `/users/${id}/logto-configs`, {
      passkeySignIn: { skipped: true },
    });
    expect(both.body).toEqual({
      mfa: { skipped: true, skipMfaOnSignIn: false },
      passkeySignIn: { skipped: true },
    });
  });

  test('a password is set, checked and told of', async () => {
    const { id } = await createUser();
    expect((await app.manage('GET', `/users/${id}/has-password`)).body).toEqual({ hasPassword: false });
    const password = 'correct horse';
    const verify = (secret: string) =>
      app.manage('POST', `/users/${id}/password/verify`, { password: secret });
    expect((await verify(password)).status).toBe(422);
    expect((await app.manage('PATCH', `/users/${id}/password`, { password })).body.hasPassword).toBe(true);
    expect((await verify(password)).status).toBe(204);
    expect(await verify('wrong')).toMatchObject({
      status: 422,
      body: { code: 'session.invalid_credentials' },
    });
    expect((await app.manage('PATCH', '/users/nobody/password', { password })).status).toBe(404);
  });

  test('204 deletes a user, once; users cannot delete themselves', async () => {
    const { id } = await createUser();
    expect((await app.manage('DELETE', `/users/${id}`)).status).toBe(204);
    expect((await app.manage('DELETE', `/users/${id}`)).status).toBe(404);
    expect((await app.manage('GET', `/users/${id}`)).status).toBe(404);
    expect(await eventsOf(id)).toEqual(['User.Created', 'User.Deleted']);
    await app.database.system(db =>
      db.insertInto('users').values({ tenantId: 'default', id: 'self', name: 'Self' }).execute(),
    );
    expect((await app.manage('DELETE', `/users/${app.manager.id}`)).body.code).toBe(
      'user.cannot_delete_self',
    );
  });

  test('roles are assigned, listed, replaced and taken', async () => {
    const { id } = await createUser();
    const roleIds: string[] = [];
    for (const name of ['reader', 'writer']) {
      const { body } = await app.manage('POST', '/roles', { name, description: 'A role.' });
      roleIds.push(body.id);
    }
    const [reader = '', writer = ''] = roleIds;
    const path = `/users/${id}/roles`;
    expect(await app.manage('POST', path, { roleIds: [reader] })).toMatchObject({
      status: 201,
      body: { roleIds: [reader], addedRoleIds: [reader] },
    });
    expect((await app.manage('POST', path, { roleIds })).body).toEqual({ roleIds, addedRoleIds: [writer] });
    expect((await app.manage('GET', path)).body).toMatchObject([{ name: 'reader' }, { name: 'writer' }]);
    expect((await app.manage('GET', `${path}?search=%25writ%25`)).body).toHaveLength(1);
    expect((await app.manage('PUT', path, { roleIds: [writer] })).status).toBe(200);
    expect((await app.manage('GET', path)).body).toMatchObject([{ name: 'writer' }]);
    expect((await app.manage('DELETE', `${path}/${writer}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/${writer}`)).status).toBe(404);
    expect((await app.manage('POST', path, { roleIds: ['nothing'] })).status).toBe(404);
    expect(await app.manage('POST', path, { roleIds: ['admin-role'] })).toMatchObject({
      status: 403,
      body: { code: 'role.internal_role_violation' },
    });
    const machine = await app.manage('POST', '/roles', {
      name: 'machine',
      description: 'M',
      type: 'MachineToMachine',
    });
    expect((await app.manage('POST', path, { roleIds: [machine.body.id] })).body.code).toBe(
      'user.invalid_role_type',
    );
  });

  test('a role shows its users, takes them once and lets them go', async () => {
    const role = await app.manage('POST', '/roles', { name: 'held', description: 'Held.' });
    const [first, second] = [await createUser({ name: 'Zoe Ann' }), await createUser({ name: 'Yan' })];
    const path = `/roles/${role.body.id}/users`;
    expect((await app.manage('POST', path, { userIds: [first.id, second.id] })).status).toBe(201);
    expect(await app.manage('POST', path, { userIds: [first.id] })).toMatchObject({
      status: 422,
      body: { code: 'role.user_exists' },
    });
    const listed = await app.manage('GET', path);
    expect(listed.body).toMatchObject([{ id: second.id }, { id: first.id }]);
    expect(listed.headers.get('total-number')).toBe('2');
    expect((await app.manage('GET', `${path}?search.name=zoe%20ann`)).body).toMatchObject([{ id: first.id }]);
    expect((await app.manage('GET', `/users?excludeRoleId=${role.body.id}&search=Zoe%20Ann`)).body).toEqual(
      [],
    );
    expect((await app.manage('DELETE', `${path}/${first.id}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/${first.id}`)).status).toBe(404);
  });

  test('organizations are listed with the roles that a user has there', async () => {
    const { id } = await createUser();
    await app.database
      .tenant('default')
      .write(
        { actor: { kind: 'system', id: 'test' }, requestId: 'test', via: { method: 'TEST', path: '' } },
        async tx => {
          await tx.insert('organizations', { id: 'acme', name: 'Acme' });
          await tx.insert('organizationRoles', { id: 'owner', name: 'Owner' });
          await tx.insert('organizationUsers', { organizationId: 'acme', userId: id });
          await tx.insert('organizationUserRoles', {
            organizationId: 'acme',
            userId: id,
            organizationRoleId: 'owner',
          });
        },
      );
    expect((await app.manage('GET', `/users/${id}/organizations`)).body).toMatchObject([
      { id: 'acme', organizationRoles: [{ id: 'owner', name: 'Owner' }] },
    ]);
    const others = await app.manage('GET', '/users?excludeOrganizationId=acme&page_size=100');
    expect(others.body.map((user: { id: string }) => user.id)).not.toContain(id);
  });

  test('the hash of a password is for those who may set one', async () => {
    const { id } = await createUser({ password: 'correct horse' });
    const shown = await app.manage('GET', `/users/${id}?includePasswordHash=true`);
    expect(shown.body).toMatchObject({ passwordAlgorithm: 'Argon2id' });
    expect(shown.body.passwordDigest).toMatch(/^\$argon2id\$/);
    expect((await app.manage('GET', `/users/${id}`)).body).not.toHaveProperty('passwordDigest');
    expect((await readAs('users:read', `/users/${id}?includePasswordHash=true`)).status).toBe(403);
    expect((await readAs('users:read', '/users?includePasswordHash=true')).status).toBe(403);
    expect((await readAs('users:read', `/users/${id}`)).status).toBe(200);
    const listed = await app.manage('GET', `/users?search.id=${id}&includePasswordHash=1`);
    expect(listed.body[0].passwordDigest).toBe(shown.body.passwordDigest);
  });

  test('personal access tokens are shown to who may create them, renamed and deleted', async () => {
    const { id } = await createUser();
    const path = `/users/${id}/personal-access-tokens`;
    const created = await app.manage('POST', path, { name: 'Script' });
    expect(created).toMatchObject({ status: 201, body: { userId: id, name: 'Script', expiresAt: null } });
    expect(created.body.value).toMatch(/^pat_\w{32}$/);
    expect(created.body).not.toHaveProperty('valueHash');
    expect((await app.manage('POST', path, { name: 'Script' })).body.code).toBe(
      'user.personal_access_token_name_exists',
    );
    expect((await app.manage('POST', path, { name: 'Old', expiresAt: 1 })).status).toBe(400);
    expect((await app.manage('GET', path)).body).toEqual([created.body]);
    const [masked] = (await readAs('users:read', path)).body;
    expect(masked.value).toBe(`pat_${'•'.repeat(12)}`);
    const stored = await app.database.system(db =>
      db.selectFrom('personalAccessTokens').selectAll().execute(),
    );
    expect(JSON.stringify(stored)).not.toContain(created.body.value);
    expect((await app.manage('PATCH', `${path}/Script`, { name: 'Tool' })).body.name).toBe('Tool');
    const renamed = await app.manage('PATCH', path, { currentName: 'Tool', name: 'Kit' });
    expect(renamed.body).toMatchObject({ name: 'Kit', value: created.body.value });
    expect((await app.manage('POST', `${path}/delete`, { name: 'Kit' })).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/Kit`)).status).toBe(404);
  });
});
