import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from './open.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from './testing/open.ts';
import { createTenants, testOrigin as origin } from './testing/tenants.ts';

describe.each(databaseKinds)('on %s', kind => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await createTenants(database, 'default', 'other');
  });
  afterAll(() => database.close());

  test('times are epoch milliseconds and JSON is values, on the way in and out', async () => {
    const expiresAt = Date.parse('2031-02-03T04:05:06.789Z');
    const payload = { uid: 'uid-1', list: [1, 'two', null], nested: { camelCase: true, snake_case: 1 } };
    const instance = { modelName: 'Session', id: 's1', payload, expiresAt };
    await database
      .tenant('default')
      .write(origin, tx => tx.db.insertInto('oidcModelInstances').values(instance).execute());
    const found = await database.tenant('default').read(db =>
      db
        .selectFrom('oidcModelInstances')
        .selectAll()
        .where('expiresAt', '>', expiresAt - 1)
        .executeTakeFirst(),
    );
    expect(found).toEqual({
      ...instance,
      tenantId: 'default',
      consumedAt: null,
      uid: 'uid-1',
      userCode: null,
      grantId: null,
      accountId: null,
    });
  });

  test('lists are stored in JSON columns as lists, also by an update', async () => {
    const tenant = database.tenant('default');
    await tenant.write(origin, tx =>
      tx.db.insertInto('signInExperiences').values({ id: 'default' }).execute(),
    );
    await tenant.write(origin, tx =>
      tx.db
        .updateTable('signInExperiences')
        .set({ socialSignInConnectorTargets: ['github', 'google'] })
        .execute(),
    );
    const found = await tenant.read(db =>
      db.selectFrom('signInExperiences').selectAll().executeTakeFirstOrThrow(),
    );
    expect(found.socialSignInConnectorTargets).toEqual(['github', 'google']);
    expect(found.signUp).toEqual({ identifiers: ['username'], password: true, verify: false });
  });

  test('a write that throws leaves nothing, and the database continues to work', async () => {
    const tenant = database.tenant('default');
    const failing = tenant.write(origin, async tx => {
      await tx.insert('roles', { id: 'lost', name: 'lost', description: 'lost' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const counts = await tenant.read(async db => [
      await db.selectFrom('roles').selectAll().where('id', '=', 'lost').execute(),
      await db.selectFrom('changes').selectAll().where('objectId', '=', 'lost').execute(),
    ]);
    expect(counts).toEqual([[], []]);
  });

  test('a swallowed SQL error does not pass for a commit', async () => {
    const role = { id: 'swallowed', name: 'swallowed', description: 'd' };
    const swallowing = database.tenant('default').write(origin, async tx => {
      await tx.db.insertInto('roles').values(role).execute();
      const again = tx.db.insertInto('roles').values(role).execute();
      await again.catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('undid the transaction');
  });

  test('a statement that failed can be sent again, whether it was understood or not', async () => {
    const tenant = database.tenant('default');
    const role = { id: 'again', name: 'again', description: 'd' };
    const insert = () => tenant.write(origin, tx => tx.db.insertInto('roles').values(role).execute());
    const count = () => tenant.read(db => sql`select id from later_table`.execute(db));
    await insert();
    for (const _ of [1, 2]) await expect(insert()).rejects.toThrow('duplicate key');
    for (const _ of [1, 2]) await expect(count()).rejects.toThrow('does not exist');
    await database.system(async db => {
      await sql`create table later_table (id text)`.execute(db);
      await sql`grant select on later_table to public`.execute(db);
    });
    for (const _ of [1, 2]) expect(await count()).toEqual({ rows: [] });
  });

  test('a read writes nothing', async () => {
    const writing = database.tenant('default').read(db => db.deleteFrom('roles').execute());
    await expect(writing).rejects.toThrow('read-only');
  });

  test('a transaction inside another is refused, a read of the same tenant joins it', async () => {
    const tenant = database.tenant('default');
    const joined = await tenant.write(origin, async tx => {
      await tx.insert('roles', { id: 'joined', name: 'joined', description: 'd' });
      return tenant.read(db => db.selectFrom('roles').select('name').where('id', '=', 'joined').execute());
    });
    expect(joined).toEqual([{ name: 'joined' }]);
    await expect(tenant.write(origin, () => database.tenant('other').read(async () => 0))).rejects.toThrow(
      'A read of tenant "other" was begun inside a write of tenant "default"',
    );
    await expect(tenant.read(() => tenant.write(origin, async () => 0))).rejects.toThrow(
      'begun inside a read',
    );
  });

  test('work that outlives its transaction may begin another', async () => {
    const tenant = database.tenant('default');
    const begin = Promise.withResolvers<void>();
    let later: Promise<number> | undefined;
    await tenant.read(async () => {
      later = begin.promise.then(() => tenant.write(origin, async () => 7));
    });
    begin.resolve();
    expect(await later).toBe(7);
  });

  test('listeners hear of a change after commit, and of nothing when it fails', async () => {
    const heard: string[] = [];
    const stop = database.onInvalidate((tenantId, topic) => heard.push(`${tenantId}/${topic}`));
    const tenant = database.tenant('default');
    const failing = tenant.write(origin, async tx => {
      tx.invalidate('sign-in-experience');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await tenant.write(origin, async tx => {
      tx.invalidate('keys');
      await tx.insert('resources', { id: 'r1', name: 'Shop', indicator: 'https://shop.example' });
    });
    // Immediately: a writer must not read stale data from its own caches.
    expect(heard).toContain('default/keys');
    expect(heard).toContain('default/resources');
    expect(heard).not.toContain('default/sign-in-experience');
    stop();
  });

  test('events are queued with the write that caused them', async () => {
    await database.tenant('other').write(origin, async tx => tx.emit('User.Created', { id: 'u1' }));
    const other = database.tenant('other');
    const events = await other.read(async db =>
      other.open(db, await db.selectFrom('events').selectAll().execute()),
    );
    expect(events).toMatchObject([{ value: { event: 'User.Created', data: { id: 'u1' }, origin } }]);
  });

  test('every statement is counted', async () => {
    const before = database.queryCount();
    await database.tenant('default').read(db => db.selectFrom('roles').selectAll().execute());
    expect(database.queryCount() - before).toBe(1);
  });

  test('no time shares its name with a column of another kind, so that comparisons can go by the name', async () => {
    const { rows } = await database.system(db =>
      sql<{ name: string; kinds: string[] }>`
        select column_name as name, array_agg(distinct data_type::text) as kinds from information_schema.columns
        where table_schema = current_schema() group by column_name`.execute(db),
    );
    const times = rows.filter(({ kinds }) => kinds.some(kind => kind.startsWith('timestamp')));
    expect(times.map(({ name }) => name)).toContain('created_at');
    expect(times.filter(({ kinds }) => kinds.length > 1)).toEqual([]);
  });
});

test('another process on PostgreSQL hears the change too', async () => {
  const database = await openTestDatabase('postgresql');
  const neighbour = await openDatabase(database.options);
  const heard: string[] = [];
  neighbour.onInvalidate((tenantId, topic) => heard.push(`${tenantId}/${topic}`));
  await createTenants(database, 'default');
  await database.tenant('default').write(origin, async tx => tx.invalidate('clients'));
  await vi.waitFor(() => expect(heard).toEqual(['default/clients']));
  await neighbour.close();
  await database.close();
});

test('a column that another process adds costs no request', async () => {
  const database = await openTestDatabase('postgresql');
  await createTenants(database, 'default');
  const read = () => database.tenant('default').read(db => db.selectFrom('tenants').selectAll().execute());
  expect(await read()).toHaveLength(1);
  await database.system(db => sql`alter table tenants add column later text`.execute(db));
  expect(await read()).toMatchObject([{ id: 'default', later: null }]);
  await database.close();
});
