import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../http/testing/app.ts';
import { startTwoServers } from '../http/testing/two-servers.ts';
import { type Colleague, openWorkplace, type Workplace } from './testing/members.ts';

let two: Awaited<ReturnType<typeof startTwoServers>>;
let place: Workplace;
beforeAll(async () => {
  two = await startTwoServers();
  place = await openWorkplace(two.first);
});
afterAll(() => two.close());

/** The same calls at the second process. */
const atSecond = ({ management, membership }: Colleague) => {
  const { PORT, ADMIN_PORT } = two.second.env;
  const ask = (token: string, url: string) => (method: string, path: string, body?: unknown) =>
    call(`${url}${path}`, { method, token, body });
  return {
    manage: ask(management, `http://localhost:${PORT}/api`),
    member: ask(membership, `http://localhost:${ADMIN_PORT}/api/tenants/${place.tenantId}`),
  };
};

test('a role that is taken at one process is worth nothing at the other', async () => {
  const person = await place.hireWith('clerk', ['applications:read']);
  const { manage } = atSecond(person);
  await expect.poll(async () => (await manage('GET', '/applications')).status).toBe(200);
  await place.owner.member('PATCH', `/member-roles/${person.roleId}`, { permissions: ['logs:read'] });
  await expect.poll(async () => (await manage('GET', '/applications')).status).toBe(403);
});

test('of administrators who demote each other at two processes, one stays', async () => {
  const other = await place.hire('second', 'admin');
  const there = atSecond(other);
  for (let round = 0; round < 5; round += 1) {
    const [ours, theirs] = await Promise.all([
      place.owner.member('PUT', `/members/${other.id}/roles`, { roleName: 'auditor' }),
      there.member('PUT', `/members/${place.owner.id}/roles`, { roleName: 'auditor' }),
    ]);
    expect([ours.status, theirs.status].toSorted()).toEqual([204, 403]);
    const [stays, left] = ours.status === 204 ? [place.owner, other] : [other, place.owner];
    const back = () => stays.member('PUT', `/members/${left.id}/roles`, { roleName: 'admin' });
    await expect.poll(async () => (await back()).status).toBe(204);
    await expect.poll(async () => (await atSecond(other).member('GET', '/members')).status).toBe(200);
  }
});

test('a draft that is published at two processes at once is published once', async () => {
  const { body: draft } = await place.owner.manage('POST', '/drafts', { name: 'Both' });
  // Several applications can have one name: nothing but the draft itself is in the way of a second one.
  const request = { method: 'POST', path: '/applications', body: { name: 'Once', type: 'SPA' } };
  await place.owner.manage('POST', `/drafts/${draft.id}/requests`, request);
  const { manage } = atSecond(place.owner);
  const publish = (ask: Colleague['manage']) => ask('POST', `/drafts/${draft.id}/publish`, {});
  const answers: ReturnType<typeof publish>[] = [];
  // Both are under way before one of them can end.
  await two.first.database.system(async db => {
    await db.selectFrom('drafts').select('id').where('id', '=', draft.id).forUpdate().execute();
    answers.push(publish(place.owner.manage), publish(manage));
    const waiting = async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length;
    await expect.poll(waiting).toBe(2);
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 422]);
  expect((await manage('GET', '/applications?search=%25Once%25')).body).toHaveLength(1);
});
