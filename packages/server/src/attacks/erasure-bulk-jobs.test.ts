import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { enqueue } from '../jobs/queue.ts';

describe.each(databaseKinds)('a bulk job that waits while a user is erased on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const create = async (username: string) =>
    (await app.manage('POST', '/users', { username, primaryEmail: `${username}@example.com` })).body
      .id as string;
  const isSuspended = async (id: string) => (await app.manage('GET', `/users/${id}`)).body.isSuspended;

  /** Begins to suspend those whom a search finds; before its turn comes, the other user is erased. */
  const suspendWhileErasing = async (search: string, erasedId: string) => {
    const { userJobs, jobs } = app.app.services;
    const data = {
      kind: 'suspend' as const,
      filter: { search },
      callerId: 'x',
      before: Date.now(),
      language: 'en',
    };
    const dueAt = Date.now() + 60_000;
    // A job ends with the permission of its author.
    const origin = { ...testOrigin, actor: { kind: 'application' as const, id: app.manager.id } };
    const job = await app.database
      .tenant('default')
      .write(origin, tx => enqueue(tx, userJobs.bulk, { data, origin, dueAt }));
    expect((await app.manage('POST', `/users/${erasedId}/erase`)).status).toBe(204);
    await app.database.system(db =>
      db.updateTable('jobs').set({ dueAt: 0 }).where('id', '=', job.id).execute(),
    );
    await jobs.runDue();
    return app.manage('GET', `/users/jobs/${job.id}`);
  };

  test('never means all users, also when its search named the erased user', async () => {
    const [bystander, erased] = [await create('bystander'), await create('bob')];
    const { body } = await suspendWhileErasing('%bob@example.com%', erased);
    expect(body.state).toBe('cancelled');
    expect(await isSuspended(bystander)).toBe(false);
  });

  test('continues when the erased name is only a part of its words', async () => {
    const [bystander, meant, erased] = [await create('other'), await create('mallory'), await create('e')];
    const { body } = await suspendWhileErasing('%mallory%', erased);
    expect(body.state).toBe('done');
    expect([await isSuspended(bystander), await isSuspended(meant)]).toEqual([false, true]);
  });
});
