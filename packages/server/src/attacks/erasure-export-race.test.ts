import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { storedFiles, tracesIn } from './testing/stored-bytes.ts';

describe.each(databaseKinds)('exports of a user who is being erased, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('leave nothing behind, nor do changes that come at the same moment', async () => {
    const names = ['first', 'second', 'third'].map(name => `race-of-the-${name}-zq`);
    for (const name of names) {
      const { body: user } = await app.manage('POST', '/users', {
        primaryEmail: `${name}@example.com`,
        name,
      });
      const path = `/users/${user.id}`;
      const read = (format: string) => app.manage('GET', `${path}/export?format=${format}`);
      const [erased, ...others] = await Promise.all([
        app.manage('POST', `${path}/erase`),
        read('json'),
        read('html'),
        app.manage('PATCH', path, { name: `${name} late` }),
        read('json'),
        app.manage('PATCH', path, { customData: { name } }),
      ]);
      expect(erased.status).toBe(204);
      for (const { status } of others) expect([200, 404]).toContain(status);
    }
    await app.app.services.audit.flush();
    await app.app.services.jobs.runDue();
    await app.app.services.jobs.runSchedule('sealing');
    expect(tracesIn(await storedFiles(app), names)).toEqual([]);
  });
});
