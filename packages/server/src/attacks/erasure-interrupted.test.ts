import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { storedFiles, tracesIn } from './testing/stored-bytes.ts';

const email = 'half-erased-person@example.com';

describe.each(databaseKinds)('an erasure whose process ends before the files are rewritten, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('is finished in the background, without another erasure', async () => {
    const { body: user } = await app.manage('POST', '/users', { primaryEmail: email, name: email });
    await app.manage('PATCH', `/users/${user.id}`, { name: `Renamed ${email}` });
    const { scrub } = app.database;
    app.database.scrub = () => Promise.reject(new Error('the process ends here'));
    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(500);
    app.database.scrub = scrub;
    expect((await app.manage('GET', `/users/${user.id}`)).status).toBe(404);
    if (kind === 'embedded') expect(tracesIn(await storedFiles(app), [email])).not.toEqual([]);

    expect((await app.manage('POST', '/jobs/schedules/sealing/run')).status).toBe(204);
    await app.app.services.jobs.runDue();
    await expect.poll(async () => tracesIn(await storedFiles(app), [email])).toEqual([]);
  });
});
