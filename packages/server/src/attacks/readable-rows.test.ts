import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { sealBacklog } from '../database/people/seal-backlog.ts';
import { databaseKinds, openTestDatabase } from '../database/testing/open.ts';
import { createTenants } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { storedFiles, tracesIn } from './testing/stored-bytes.ts';

const sealer = new URL('../database/testing/sealer.ts', import.meta.url).pathname;
const email = 'readable.resident@example.com';
const stranger = 'readable.stranger@example.com';
const name = 'Readable Resident';
const words = [email, stranger, name];

/** Rows as the version before person keys wrote them. */
const writeReadable = (database: Database, tenantId: string, userId: string, count: number) =>
  database.system(async db => {
    const entry = {
      key: 'Interaction.SignIn.Submit',
      result: 'Success',
      userId,
      ip: '192.0.2.9',
      note: name,
    };
    await sql`
      insert into logs (tenant_id, id, key, payload)
      select ${tenantId}, 'old-' || number, 'Interaction.SignIn.Submit', ${JSON.stringify(entry)}::jsonb
      from generate_series(1, ${count}::int) number`.execute(db);
    const delivery = {
      key: 'TriggerHook.User.Created',
      hookId: 'hook',
      result: 'Error',
      hookRequest: { body: { event: 'User.Created', data: { id: userId, primaryEmail: email } } },
      response: { statusCode: 500, body: email },
    };
    await sql`
      insert into logs (tenant_id, id, key, payload)
      values (${tenantId}, 'delivery', 'TriggerHook.User.Created', ${JSON.stringify(delivery)}::jsonb)`.execute(
      db,
    );
    const origin = { actor: { kind: 'system', id: 'x' }, requestId: 'r', via: { method: '', path: '' } };
    const job = await sql<{ id: number }>`
      insert into jobs (tenant_id, name, data, origin, finished_at, state)
      values (${tenantId}, 'users.import', '{}', ${JSON.stringify(origin)}::jsonb, now(), 'done') returning id`.execute(
      db,
    );
    await sql`
      insert into job_results (tenant_id, job_id, row_number, subject, outcome, user_id, message)
      values (${tenantId}, ${job.rows[0]!.id}, 1, ${email}, 'created', ${userId}, ${name}),
        (${tenantId}, ${job.rows[0]!.id}, 2, ${stranger}, 'failed', null, ${`No number: ${stranger}`})`.execute(
      db,
    );
    await sql`
      insert into messages (tenant_id, channel, recipient, template_type, payload, sent_at)
      values (${tenantId}, 'Email', ${email}, 'SignIn', '', now())`.execute(db);
  });

const countReadable = async (database: Database) => {
  const { rows } = await database.system(db =>
    sql<{ count: number }>`select count(*)::int as count from logs where is_sealed is null`.execute(db),
  );
  return rows[0]!.count;
};

describe.each(databaseKinds)('rows of the version before person keys on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('are sealed in the background by several processes, stay readable, and go with the person', async () => {
    const { body: user } = await app.manage('POST', '/users', { username: 'resident' });
    await writeReadable(app.database, 'default', user.id, 450);
    const strip = () => 'mark.test';
    await Promise.all([
      app.app.services.jobs.runSchedule('sealing'),
      sealBacklog(app.database, strip),
      sealBacklog(app.database, strip),
    ]);
    await app.app.services.jobs.runSchedule('sealing');
    expect(await countReadable(app.database)).toBe(0);
    await app.database.scrub();
    expect(tracesIn(await storedFiles(app), words)).toEqual([]);
    const { body: entries } = await app.manage('GET', `/logs?userId=${user.id}&page_size=100`);
    expect(entries[0].payload).toMatchObject({ userId: user.id, note: name, ip: '192.0.2.9' });

    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(204);
    const { body: after } = await app.manage('GET', `/logs?userId=${user.id}&page_size=100`);
    expect(after[0].payload).not.toHaveProperty('note');
    expect(after[0].payload).toMatchObject({ userId: user.id, result: 'Success' });
  });
});

/** On PostgreSQL, where several processes can be at it. */
test('a process that is killed while it seals loses nothing, and the next continues', async () => {
  const database = await openTestDatabase('postgresql');
  try {
    await createTenants(database, 't');
    const total = 6000;
    await writeReadable(database, 't', 'resident', total);
    const child = spawn(process.execPath, [sealer, database.options.url!], { stdio: 'ignore' });
    await vi.waitFor(async () => expect(await countReadable(database)).toBeLessThan(total), {
      timeout: 60_000,
      interval: 5,
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await countReadable(database)).toBeGreaterThan(0);
    await sealBacklog(database, () => 'mark.test');
    expect(await countReadable(database)).toBe(0);
    const { rows } = await database.system(db =>
      sql<{ payload: Record<string, unknown> }>`select payload from logs where id like 'old-%'`.execute(db),
    );
    expect(rows).toHaveLength(total);
    const opened = await database.tenant('t').read(db => database.people.open(db, 't', rows));
    expect(opened.every(({ value }) => value.payload.note === name)).toBe(true);
    expect(rows.every(({ payload }) => !('note' in payload))).toBe(true);
  } finally {
    await database.close();
  }
});
