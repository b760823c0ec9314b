import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../log.ts';
import { readChangeBatch } from '../../log-streams/change-batch.ts';
import { fillDatabase } from '../testing/fill.ts';
import { openTestDatabase } from '../testing/open.ts';
import { createTenants } from '../testing/tenants.ts';
import { startLinker } from './linker.ts';
import { readAfter } from './read.ts';
import { verifyChain } from './verify.ts';

const count = 8;
const megabytes = 4;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase('postgresql');
  await createTenants(database, 't');
  await fillDatabase(database.options.url, [
    `insert into changes (tenant_id, id, actor, via, request_id, object_kind, object_id, entries, created_at)
     select 't', 'large' || number, '{"kind": "application", "id": "script"}', '{"method": "PATCH", "path": "/roles"}', '',
       'role', 'one', jsonb_build_array(jsonb_build_object('table', 'roles', 'key', jsonb_build_object('id', 'one'),
         'before', null, 'after', jsonb_build_object('id', 'one', 'description', repeat('x', ${megabytes} * 1000000)))),
       now() - interval '1 day' + number * interval '1 second'
     from generate_series(1, ${count}) number`,
  ]);
  const linker = startLinker(database, createLogger('silent'));
  await linker.link();
  await linker.stop();
});
afterAll(() => database.close());

/** As many of four megabytes as reach the eight that are read at a time. */
const atOnce = 2;

test('a chain of large changes is linked and verified a few at a time', async () => {
  for (let after = 0; after < count; after += atOnce) {
    const changes = await readAfter(database, 't', after);
    expect(changes.map(({ sequence }) => sequence)).toEqual([after + 1, after + 2]);
  }
  expect(await verifyChain(database, { tenantId: 't' })).toMatchObject({ isOk: true, count });
});

test('large changes are streamed a few at a time, in order, all of them', async () => {
  const tenant = database.tenant('t');
  const batches: number[][] = [];
  let after = 0;
  for (let hasMore = true; hasMore; ) {
    const now = Date.now();
    const batch = await tenant.read(db => readChangeBatch(tenant, db, 's3', { after, now }));
    batches.push(batch.entries.map(({ position }) => position));
    ({ position: after, hasMore } = batch);
  }
  expect(batches.flat()).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  expect(Math.max(...batches.map(({ length }) => length))).toBe(atOnce);
});
