import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ChangeRefusedError, listChanges, readChange } from './changes.ts';
import type { TenantDatabase, Write } from './database.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from './testing/open.ts';
import { createTenants, testOrigin } from './testing/tenants.ts';

const firstPage = { page: 1, pageSize: 20 };

describe.each(databaseKinds)('changes on %s', kind => {
  let database: TestDatabase;
  let tenant: TenantDatabase;
  let tenantCount = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    tenantCount += 1;
    tenant = database.tenant(`tenant-${tenantCount}`);
    await createTenants(database, tenant.tenantId);
  });

  /** Writes and gives the id of the change. */
  const write = (work: (tx: Write) => Promise<unknown>) =>
    tenant.write(testOrigin, async tx => {
      await work(tx);
      return tx.changeId;
    });
  const undo = async (id: string, where = tenant) => {
    const undoneBy = await where.write(testOrigin, async tx => {
      await tx.revert(id);
      return tx.changeId;
    });
    return (await where.read(db => readChange(where, db, undoneBy)))!;
  };
  const refusal = (id: string) =>
    undo(id).then(
      () => undefined,
      (error: ChangeRefusedError) => error,
    );
  const rows = (table: 'resources' | 'scopes' | 'roles' | 'applications' | 'applicationSecrets' | 'users') =>
    tenant.read(db => db.selectFrom(table).selectAll().execute());

  const createResource = () =>
    write(async tx => {
      await tx.insert('resources', { id: 'api', name: 'API', indicator: 'https://api.example' });
      await tx.insert('scopes', { id: 'read', resourceId: 'api', name: 'read', description: null });
    });

  test('a write is one change: who, through what, which object, before and after', async () => {
    await createResource();
    const id = await write(tx =>
      tx.update('resources', { id: 'api' }, { name: 'Shop API', accessTokenTtl: 60 }),
    );
    const { changes, total } = await tenant.read(db => listChanges(tenant, db, {}, firstPage));
    expect(total).toBe(2);
    expect(changes[0]).toEqual({
      ...testOrigin,
      actor: { ...testOrigin.actor, role: null },
      id,
      createdAt: expect.any(Number),
      objectKind: 'resources',
      objectId: 'api',
      objectName: 'Shop API',
      summary: 'update',
      fields: [
        { name: 'name', before: 'API', after: 'Shop API' },
        { name: 'accessTokenTtl', before: 3600, after: 60 },
      ].toSorted(
        (a, b) =>
          changes[0]!.fields.findIndex(f => f.name === a.name) -
          changes[0]!.fields.findIndex(f => f.name === b.name),
      ),
      isRevertible: true,
      isErased: false,
      revertedBy: null,
      reverts: null,
      sequence: null,
      hash: null,
    });
    expect(changes[1]).toMatchObject({ summary: 'create', objectName: 'API' });
  });

  test('they are found by object, actor and time, page by page', async () => {
    await createResource();
    const start = Date.now();
    await write(async tx => {
      await tx.insert('roles', { id: 'role', name: 'Role', description: 'd' });
      tx.object('role', 'role', 'Role');
    });
    const find = (filters: Parameters<typeof listChanges>[2], page = firstPage) =>
      tenant.read(async db => {
        const { changes, total } = await listChanges(tenant, db, filters, page);
        return [total, changes.map(({ objectId }) => objectId)];
      });
    expect(await find({ objectKind: ['role', 'hook'], objectId: 'role' })).toEqual([1, ['role']]);
    expect(await find({ actorId: 'alice' })).toEqual([2, ['role', 'api']]);
    expect(await find({ actorId: 'bob' })).toEqual([0, []]);
    expect(await find({ endTime: start - 60_000 })).toEqual([0, []]);
    expect(await find({ startTime: start - 60_000 })).toEqual([2, ['role', 'api']]);
    expect(await find({}, { page: 2, pageSize: 1 })).toEqual([2, ['api']]);
  });

  test('an update that is undone puts back its own fields only, and the undo can be undone', async () => {
    await createResource();
    const rename = await write(tx => tx.update('resources', { id: 'api' }, { name: 'Renamed' }));
    await write(tx => tx.update('resources', { id: 'api' }, { accessTokenTtl: 60 }));
    const revert = await undo(rename);
    expect(revert).toMatchObject({ reverts: rename, summary: 'update', objectId: 'api' });
    expect(await rows('resources')).toMatchObject([{ name: 'API', accessTokenTtl: 60 }]);
    const { changes } = await tenant.read(db => listChanges(tenant, db, {}, firstPage));
    expect(changes.find(({ id }) => id === rename)).toMatchObject({
      revertedBy: revert.id,
      isRevertible: false,
    });
    await undo(revert.id);
    expect(await rows('resources')).toMatchObject([{ name: 'Renamed', accessTokenTtl: 60 }]);
  });

  test('a deletion that is undone brings back the children that went with it', async () => {
    await createResource();
    await write(async tx => {
      await tx.insert('roles', { id: 'role', name: 'Role', description: 'd' });
      await tx.insert('rolesScopes', { roleId: 'role', scopeId: 'read' });
    });
    const before = [await rows('resources'), await rows('scopes')];
    const deletion = await write(tx => tx.delete('resources', { id: 'api' }));
    expect(await rows('scopes')).toEqual([]);
    const revert = await undo(deletion);
    expect([await rows('resources'), await rows('scopes')]).toEqual(before);
    expect(await tenant.read(db => db.selectFrom('rolesScopes').select('scopeId').execute())).toEqual([
      { scopeId: 'read' },
    ]);
    await undo(revert.id);
    expect([await rows('resources'), await rows('scopes')]).toEqual([[], []]);
  });

  test('a creation that is undone is gone, and comes back when that is undone', async () => {
    const creation = await createResource();
    const before = await rows('resources');
    const revert = await undo(creation);
    expect(await rows('resources')).toEqual([]);
    await undo(revert.id);
    expect(await rows('resources')).toEqual(before);
  });

  test('an undo is refused with the fields that have moved on', async () => {
    await createResource();
    const first = await write(tx =>
      tx.update('resources', { id: 'api' }, { name: 'One', accessTokenTtl: 60 }),
    );
    await write(tx => tx.update('resources', { id: 'api' }, { name: 'Two' }));
    expect(await refusal(first)).toMatchObject({ code: 'change.conflict', fields: ['name'] });
    expect(await rows('resources')).toMatchObject([{ name: 'Two', accessTokenTtl: 60 }]);
  });

  test('an undo of a creation is refused when others hang from it by now', async () => {
    const creation = await write(tx => tx.insert('roles', { id: 'role', name: 'Role', description: 'd' }));
    await createResource();
    await write(tx => tx.insert('rolesScopes', { roleId: 'role', scopeId: 'read' }));
    expect(await refusal(creation)).toMatchObject({ code: 'change.conflict', fields: ['rolesScopes'] });
  });

  test('an undo of a deletion is refused when its place is taken or its parent is gone', async () => {
    await createResource();
    const scopeDeletion = await write(tx => tx.delete('scopes', { id: 'read' }));
    await write(tx =>
      tx.insert('scopes', { id: 'other', resourceId: 'api', name: 'read', description: null }),
    );
    expect(await refusal(scopeDeletion)).toMatchObject({
      code: 'change.conflict',
      fields: ['resourceId', 'name'],
    });
    await write(tx => tx.delete('resources', { id: 'api' }));
    expect(await refusal(scopeDeletion)).toMatchObject({
      code: 'change.not_revertible',
      fields: ['resourceId'],
    });
  });

  test('an unknown change, and one of another tenant, is not found', async () => {
    const theirs = await createResource();
    await createTenants(database, `neighbour-${tenantCount}`);
    const neighbour = database.tenant(`neighbour-${tenantCount}`);
    await expect(undo(theirs, neighbour)).rejects.toMatchObject({
      code: 'change.not_found',
    });
  });

  test('secrets enter a change as fingerprints and do not come back', async () => {
    const secret = 'v1.key.very-secret-value';
    await write(async tx => {
      await tx.insert('applications', {
        id: 'app',
        name: 'App',
        type: 'MachineToMachine',
        description: null,
        secret,
      });
      await tx.insert('applicationSecrets', {
        applicationId: 'app',
        name: 'Default',
        value: secret,
        expiresAt: null,
      });
    });
    const deletion = await write(tx => tx.delete('applications', { id: 'app' }));
    const stored = await tenant.read(db => db.selectFrom('changes').selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).toMatch(/"value":"sha256:[0-9a-f]{12}"/);
    await undo(deletion);
    expect(await rows('applications')).toMatchObject([{ id: 'app', secret: '' }]);
    expect(await rows('applicationSecrets')).toEqual([]);
    await write(tx =>
      tx.insert('applicationSecrets', { applicationId: 'app', name: 'New', value: secret, expiresAt: null }),
    );
    const secretDeletion = await write(tx =>
      tx.delete('applicationSecrets', { applicationId: 'app', name: 'New' }),
    );
    expect(await refusal(secretDeletion)).toMatchObject({
      code: 'change.not_revertible',
      fields: ['applicationSecrets'],
    });
  });

  test('a replaced password cannot be put back', async () => {
    const user = {
      id: 'u1',
      username: 'ann',
      passwordEncrypted: 'hash-1',
      passwordEncryptionMethod: 'Argon2id',
    };
    await write(tx => tx.insert('users', user as Parameters<typeof tx.insert<'users'>>[1]));
    const reset = await write(tx => tx.update('users', { id: 'u1' }, { passwordEncrypted: 'hash-2' }));
    expect(await refusal(reset)).toMatchObject({
      code: 'change.not_revertible',
      fields: ['passwordEncrypted'],
    });
    expect(await rows('users')).toMatchObject([{ passwordEncrypted: 'hash-2' }]);
  });

  test('a write without recorded rows is no change, and an update of nothing neither', async () => {
    await write(tx => tx.db.insertInto('logs').values({ id: 'l1', key: 'Unknown' }).execute());
    await write(tx => tx.update('resources', { id: 'nothing' }, { name: 'x' }));
    expect((await tenant.read(db => listChanges(tenant, db, {}, firstPage))).total).toBe(0);
    await createResource();
    await write(tx => tx.update('resources', { id: 'api' }, { name: 'API' }));
    expect((await tenant.read(db => listChanges(tenant, db, {}, firstPage))).total).toBe(1);
  });
});
