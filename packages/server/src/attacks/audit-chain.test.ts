import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCommandHandlers } from '../cli/handlers.ts';
import { linkBatch } from '../database/chain/link.ts';
import { firstHash } from '../database/chain/links.ts';
import type { ChainReport } from '../database/chain/verify.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { createTenants, testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { chainAttacks } from './testing/chain-attacks.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('the chain of changes on %s', kind => {
  let app: TestApp;
  let now = Date.now();
  beforeAll(async () => {
    app = await startTestApp(kind, { now: () => now });
  });
  afterAll(() => app.close());

  const verify = (input: object = {}): Promise<ChainReport[]> =>
    createCommandHandlers(app.database, app.vault)['audit verify'](input);
  const verifyDefault = async (input: object = {}) => (await verify({ tenantId: 'default', ...input }))[0]!;
  const link = () => app.app.services.linker.link();
  const createRole = (name: string) => app.manage('POST', '/roles', { name, description: name });

  test('40 parallel writers make one chain, and it is verified while they write', async () => {
    const [answers, during] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, (_, index) => createRole(`Parallel ${index}`))),
      Promise.all([link(), verify(), link(), verify()]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    for (const reports of during.filter(Array.isArray))
      for (const report of reports) expect(report).toMatchObject({ isOk: true });
    await link();
    const report = await verifyDefault();
    expect(report).toMatchObject({ isOk: true, unlinkedCount: 0, count: report.sequence });
    expect(report.count).toBeGreaterThanOrEqual(40);
    const { body } = await app.manage('GET', '/changes?objectKind=role&page_size=100');
    const sequences = body.map(({ sequence }: { sequence: number }) => sequence);
    expect(new Set(sequences).size).toBe(body.length);
    expect(body.map(({ hash }: { hash: string }) => hash)).toContain(report.hash);
  });

  test('linkers of several processes do not break the chain', async () => {
    const writes = Array.from({ length: 30 }, (_, index) => createRole(`Several ${index}`));
    const rivals = Array.from({ length: 12 }, () => linkBatch(app.database, 'default'));
    await Promise.all([...writes, ...rivals]);
    await link();
    expect(await verifyDefault()).toMatchObject({ isOk: true, unlinkedCount: 0 });
  });

  test('a tenant whose changes cannot be linked does not hold up the others', async () => {
    await createTenants(app.database, 'a-stuck', 'z-waiting');
    const write = (tenantId: string, id: string) =>
      app.database
        .tenant(tenantId)
        .write(testOrigin, tx => tx.insert('roles', { id, name: id, description: '' }));
    await write('a-stuck', 'first');
    await link();
    // Its next change would take a place that is taken.
    await app.database.system(db =>
      sql`update change_chains set sequence = 0 where tenant_id = 'a-stuck'`.execute(db),
    );
    await Promise.all([write('a-stuck', 'second'), write('z-waiting', 'third'), createRole('Beside it')]);
    await link();
    expect((await verify({ tenantId: 'z-waiting' }))[0]).toMatchObject({
      isOk: true,
      unlinkedCount: 0,
      count: 1,
    });
    expect(await verifyDefault()).toMatchObject({ isOk: true, unlinkedCount: 0 });
    const { rows } = await app.database.system(db =>
      sql`select id from changes where tenant_id = 'a-stuck' and sequence is null`.execute(db),
    );
    expect(rows).toHaveLength(1);
    await app.database.system(db =>
      db.deleteFrom('tenants').where('id', 'in', ['a-stuck', 'z-waiting']).execute(),
    );
  });

  test('changes that are large are linked in several batches', async () => {
    const entries = JSON.stringify([{ note: 'x'.repeat(3_000_000) }]);
    await createTenants(app.database, 'large');
    await app.database.system(db =>
      sql`
        insert into changes (tenant_id, id, actor, via, request_id, object_kind, object_id, entries)
        select 'large', 'large' || number, '{"kind": "system", "id": "x"}', '{"method": "TEST", "path": ""}', 'r',
          'role', 'r', ${entries}::jsonb from generate_series(1, 7) number`.execute(db),
    );
    const first = await linkBatch(app.database, 'large');
    expect(first).toBeLessThan(7);
    await link();
    expect((await verify({ tenantId: 'large' }))[0]).toMatchObject({
      isOk: true,
      unlinkedCount: 0,
      count: 7,
    });
    await app.database.system(db => db.deleteFrom('tenants').where('id', '=', 'large').execute());
  }, 60_000);

  /** Tenant `t` with a history of eight changes. */
  const makeHistory = async () => {
    await app.database.system(db => db.deleteFrom('tenants').where('id', '=', 't').execute());
    await createTenants(app.database, 't');
    for (let index = 1; index <= 8; index += 1)
      await app.database
        .tenant('t')
        .write(testOrigin, tx =>
          tx.insert('roles', { id: `role-${index}`, name: `Role ${index}`, description: '' }),
        );
    await link();
    const [report] = await verify({ tenantId: 't' });
    expect(report).toMatchObject({ isOk: true, count: 8, sequence: 8 });
    return { sequence: report!.sequence, hash: report!.hash };
  };

  test.each(Object.entries(chainAttacks))('%s is found', async (_, attack) => {
    const expected = await makeHistory();
    await app.database.system(async db => {
      await attack.run.execute(db);
      if ('afterwards' in attack) await attack.afterwards.execute(db);
    });
    await link();
    const [alone] = await verify({ tenantId: 't' });
    expect(alone!.isOk).toBe('isSeenOnlyFromOutside' in attack);
    const [known] = await verify({ tenantId: 't', expected });
    expect(known).toMatchObject({ isOk: false, break: attack.found });
    // The others are not touched by it.
    expect(await verifyDefault()).toMatchObject({ isOk: true });
  });

  test('a recomputed chain is found by the end that was noted outside', async () => {
    const expected = await makeHistory();
    await app.database.system(async db => {
      await sql`update changes set sequence = null, hash = null, object_name = 'Innocent' where tenant_id = 't'`.execute(
        db,
      );
      await sql`update change_chains set sequence = 0, hash = ${firstHash} where tenant_id = 't'`.execute(db);
    });
    await link();
    expect((await verify({ tenantId: 't' }))[0]).toMatchObject({ isOk: true, count: 8 });
    const [known] = await verify({ tenantId: 't', expected });
    expect(known).toMatchObject({ isOk: false, break: { kind: 'edited', sequence: 8 } });
  });

  test('changes of the version before, which knows no chain, are sealed and linked', async () => {
    const name = 'Readable-Person';
    await app.database.system(db =>
      sql`
        insert into changes (tenant_id, id, actor, via, request_id, object_kind, object_id, object_name, entries)
        values ('default', 'of-before', ${{ kind: 'user', id: 'oldactor', name }}::jsonb,
          ${{ method: 'POST', path: '/api/users', ip: '192.0.2.77' }}::jsonb, 'r', 'user', 'olduser', ${name},
          ${JSON.stringify([
            { table: 'users', key: { id: 'olduser' }, before: null, after: { id: 'olduser', name } },
          ])}::jsonb)`.execute(db),
    );
    await link();
    const stored = await app.database.system(db =>
      sql<{ text: string }>`select changes::text as text from changes where id = 'of-before'`.execute(db),
    );
    expect(stored.rows[0]!.text).not.toMatch(/Readable-Person|192\.0\.2\.77/);
    expect(await verifyDefault()).toMatchObject({ isOk: true, unlinkedCount: 0 });
    const { body } = await app.manage('GET', '/changes?objectId=olduser');
    expect(body[0]).toMatchObject({ objectName: name, actor: { name }, isErased: false });
  });

  test('erasing a person alters no change that is linked', async () => {
    const person = { primaryEmail: 'chained@example.com', name: 'Chained Person' };
    const { body: user } = await app.manage('POST', '/users', person);
    await app.manage('PATCH', `/users/${user.id}`, { name: 'Another name' });
    await link();
    const noted = await verifyDefault();
    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(204);
    await link();
    const after = await verifyDefault({ expected: { sequence: noted.sequence, hash: noted.hash } });
    expect(after).toMatchObject({ isOk: true });
    expect(after.sequence).toBeGreaterThan(noted.sequence);
    expect((await app.manage('GET', `/changes?objectId=${user.id}`)).body.at(-1)).toMatchObject({
      isErased: true,
      hash: expect.any(String),
    });
  });

  test('retention removes the oldest through the schedule, and the rest is still verified', async () => {
    const before = await verifyDefault();
    now += 731 * day;
    await createRole('Kept');
    await link();
    await app.app.services.jobs.runSchedule('purge');
    const emptied = await verifyDefault({ expected: { sequence: before.sequence, hash: before.hash } });
    expect(emptied).toMatchObject({ isOk: true, count: 0, removedCount: before.sequence + 1 });
    await createRole('New');
    await link();
    const after = await verifyDefault();
    expect(after).toMatchObject({ isOk: true, count: 1, sequence: before.sequence + 2 });
    await app.database.system(db =>
      sql`update changes set object_name = 'Forged' where tenant_id = 'default'`.execute(db),
    );
    expect(await verifyDefault()).toMatchObject({ isOk: false, break: { kind: 'edited' } });
  });
});
