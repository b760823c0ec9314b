import { adminTenantId, managementAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Write } from '../database/database.ts';
import { systemOrigin } from '../domain/origins.ts';
import { call, startTestApp } from '../http/testing/app.ts';
import { administrator, signInToConsole } from '../http/testing/console.ts';
import { startTwoServers } from '../http/testing/two-servers.ts';
import { insertRefusal, watchSignIns } from './testing/watch.ts';

const patience = { timeout: 10_000 };

let two: Awaited<ReturnType<typeof startTwoServers>>;
let root: Awaited<ReturnType<typeof signInToConsole>>;
beforeAll(async () => {
  two = await startTwoServers();
  const { ADMIN_ENDPOINT } = two.first.env;
  await call(`${ADMIN_ENDPOINT}/api/setup/administrator`, { method: 'POST', body: administrator });
  root = await signInToConsole(two.first);
});
afterAll(() => two.close());

const token = () => root.token({ resource: managementAudience('default') });
/** Of the second process, which writes nothing. */
const watch = async (by: string) => {
  const stream = await watchSignIns(`http://localhost:${two.second.env.PORT}/api`, by);
  await stream.ready();
  return stream;
};
const atAdmin = (work: (tx: Write) => Promise<unknown>) =>
  two.first.database.tenant(adminTenantId).write(systemOrigin('tests'), work);
type Stream = Awaited<ReturnType<typeof watch>>;
const ids = (stream: Stream) => stream.signIns().map(({ id }) => id);
const writeTo = (tenantId: string, id: string) =>
  two.first.database.tenant(tenantId).send(db => insertRefusal(db, id));

test('a sign-in at one process is seen at the other', async () => {
  const stream = await watch(await token());
  await writeTo('default', 'at the first');
  await expect.poll(() => ids(stream), patience).toContain('at the first');
  await stream.stop();
});

test('an entry that is committed late is not missed, and nothing overtakes it', async () => {
  const stream = await watch(await token());
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const late = two.first.database.tenant('default').write(systemOrigin('tests'), async ({ db }) => {
    await insertRefusal(db, 'late');
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  await writeTo('default', 'early');
  // A new stream is ready after a round that could see the second entry.
  const newcomer = await watch(await token());
  expect(ids(stream)).not.toContain('early');
  end.resolve();
  await late;
  const written = (of: Stream) => ids(of).filter(id => id === 'late' || id === 'early');
  await expect.poll(() => written(stream), patience).toEqual(['late', 'early']);
  await Promise.all([stream.stop(), newcomer.stop()]);
});

test('an administrator who is suspended at one process sees nothing more at the other', async () => {
  const stream = await watch(await token());
  const suspend = (isSuspended: boolean) =>
    atAdmin(tx => tx.update('users', { id: root.claims?.sub ?? '' }, { isSuspended }));
  await suspend(true);
  await expect.poll(() => stream.isOver(), patience).toBe(true);
  await suspend(false);
});

test('a stream ends with its token', async () => {
  await atAdmin(tx =>
    tx.update('resources', { indicator: managementAudience('default') }, { accessTokenTtl: 8 }),
  );
  const lifetime = (text: string) => {
    const { exp, iat } = JSON.parse(atob(text.split('.')[1] ?? ''));
    return exp - iat;
  };
  let issued = '';
  await expect
    .poll(async () => {
      issued = await token();
      return lifetime(issued);
    }, patience)
    .toBe(8);
  const stream = await watch(issued);
  await expect.poll(() => stream.isOver(), { timeout: 30_000 }).toBe(true);
}, 60_000);

test('a server that stops ends its streams at once', async () => {
  const app = await startTestApp('postgresql');
  const stream = await watchSignIns(`${app.env.ENDPOINT}/api`, app.token);
  await stream.ready();
  const closed = app.close();
  await expect.poll(() => stream.isOver(), { timeout: 5000 }).toBe(true);
  await closed;
});
