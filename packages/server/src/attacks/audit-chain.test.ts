import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCommandHandlers } from '../cli/handlers.ts';
import { programs } from '../cli/testing/programs.ts';
import { linkBatch } from '../database/chain/link.ts';
import { startLinker } from '../database/chain/linker.ts';
import { firstHash } from '../database/chain/links.ts';
import type { ChainReport } from '../database/chain/verify.ts';
import { databaseKinds, openTestDatabase } from '../database/testing/open.ts';
import { createTenants, testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createLogger } from '../log.ts';

const day = 24 * 60 * 60 * 1000;

/** What somebody with access to the database can do to the history of tenant `t`, and what has to be found. */
const attacks = {
  'an edited entry': {
    run: sql`update changes set entries = jsonb_set(entries, '{0,after,name}', '"Innocent"')
      where tenant_id = 't' and sequence = 4`,
    found: { kind: 'edited', sequence: 4 },
  },
  'another actor': {
    run: sql`update changes set actor = '{"kind": "user", "id": "scapegoat"}' where tenant_id = 't' and sequence = 3`,
    found: { kind: 'edited', sequence: 3 },
  },
  'another time': {
    run: sql`update changes set created_at = created_at + interval '1 microsecond'
      where tenant_id = 't' and sequence = 5`,
    found: { kind: 'edited', sequence: 5 },
  },
  'a deleted change': {
    run: sql`delete from changes where tenant_id = 't' and sequence = 4`,
    found: { kind: 'missing', sequence: 4 },
  },
  'a deleted change whose place is closed': {
    run: sql`with gone as (delete from changes where tenant_id = 't' and sequence = 8 returning 1)
      update change_chains set sequence = 7, hash = (select hash from changes where tenant_id = 't' and sequence = 7)
      where tenant_id = 't'`,
    found: { kind: 'missing', sequence: 8 },
    isSeenOnlyFromOutside: true,
  },
  'the newest changes deleted': {
    run: sql`delete from changes where tenant_id = 't' and sequence > 5`,
    found: { kind: 'missing', sequence: 6 },
  },
  'all changes deleted, and the chain with them': {
    run: sql`with gone as (delete from changes where tenant_id = 't' returning 1)
      delete from change_chains where tenant_id = 't'`,
    found: { kind: 'missing', sequence: 1 },
    isSeenOnlyFromOutside: true,
  },
  'the oldest changes deleted': {
    run: sql`delete from changes where tenant_id = 't' and sequence < 3`,
    found: { kind: 'missing', sequence: 1 },
  },
  'two changes swapped': {
    run: sql`with moved as (
        update changes set sequence = sequence + 1000 where tenant_id = 't' and sequence in (3, 6) returning 1)
      select 1`,
    afterwards: sql`update changes set sequence = case sequence when 1003 then 6 else 3 end
      where tenant_id = 't' and sequence > 1000`,
    found: { kind: 'reordered', sequence: 3 },
  },
  'a change inserted between others': {
    run: sql`update changes set sequence = sequence + 1000 where tenant_id = 't' and sequence >= 4`,
    afterwards: sql`
      with shifted as (
        update changes set sequence = sequence - 999 where tenant_id = 't' and sequence > 1000 returning 1)
      insert into changes (tenant_id, id, actor, via, request_id, object_kind, object_id, entries, sequence, hash)
      select tenant_id, 'forged', actor, via, request_id, object_kind, object_id, entries, 4, hash
      from changes where tenant_id = 't' and sequence = 3`,
    found: { kind: 'inserted', sequence: 4 },
  },
  'a change dated back that gets its link from us': {
    run: sql`
      insert into changes (tenant_id, id, actor, via, request_id, object_kind, object_id, entries, created_at)
      select tenant_id, 'forged', actor, via, request_id, object_kind, object_id, entries, created_at - interval '2 days'
      from changes where tenant_id = 't' and sequence = 3`,
    found: { kind: 'inserted', sequence: 9 },
  },
} as const;

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

  test.each(Object.entries(attacks))('%s is found', async (_, attack) => {
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

  test('a chain that was computed anew is found by the end that was noted outside', async () => {
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

/** On PostgreSQL, because the embedded database is held by the process that serves it. */
test('the command tells the end of a chain, or where it is broken, and by its exit code', async () => {
  const database = await openTestDatabase('postgresql');
  await createTenants(database, 't', 'u');
  const linker = startLinker(database, createLogger('silent'));
  try {
    await database
      .tenant('u')
      .write(testOrigin, tx => tx.insert('roles', { id: 'one', name: 'one', description: '' }));
    for (const id of ['one', 'two', 'three', 'four'])
      await database
        .tenant('t')
        .write(testOrigin, tx => tx.insert('roles', { id, name: id, description: '' }));
    await linker.link();
    const run = async (...parameters: string[]) => {
      const child = spawn(process.execPath, [programs.command, 'audit', 'verify', ...parameters], {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: database.options.url,
          GATEHOUSE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
      });
      const [output, errors] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code: child.exitCode, output, errors };
    };
    const good = await run('--tenant', 't');
    expect(good).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^t: ok, 4 changes, head 4:\w{64}\n$/),
    });
    const [head] = /4:\w{64}/.exec(good.output)!;
    expect((await run('--tenant', 't', '--expect', head)).code).toBe(0);
    expect((await run('--tenant', 'u')).output).toMatch(/^u: ok, 1 change, head 1:/);
    await database.system(db => attacks['an edited entry'].run.execute(db));
    const bad = await run('--tenant', 't');
    expect(bad).toMatchObject({ code: 1, output: expect.stringContaining('t: broken. Number 4') });
    const json = await run('--json');
    expect(json.code).toBe(1);
    const reports: ChainReport[] = JSON.parse(json.output);
    expect(reports.find(({ tenantId }) => tenantId === 't')?.break).toMatchObject({ kind: 'edited' });
    expect((await run('--expect', head)).errors).toContain('--expect needs --tenant');
  } finally {
    await linker.stop();
    await database.close();
  }
});
