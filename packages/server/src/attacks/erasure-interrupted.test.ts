import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { systemOrigin } from '../domain/origins.ts';
import { eraseUser } from '../erasure/erase-user.ts';
import { finishErasures } from '../erasure/finish-erasures.ts';
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

describe.each(databaseKinds)(
  'the erasure of an administrator whose process ends in the middle, on %s',
  kind => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    });
    afterAll(() => app.close());

    test('continues in the tenants where they acted', async () => {
      const owner = await createPerson(app, 'owner');
      const { body: tenant } = await owner.cloud('POST', '/tenants', { name: 'Harbor' });
      const role = { name: 'Made by the owner', description: 'd' };
      expect((await owner.manage(tenant.id, 'POST', '/roles', role)).status).toBe(200);
      await app.app.services.jobs.runDue();
      expect(await readableIn(owner.id)).not.toEqual([]);

      const { tenant: open } = app.database;
      const end = () => Promise.reject(new Error('the process ends here'));
      app.database.tenant = id => (id === tenant.id ? { ...open(id), write: end } : open(id));
      const target = { tenantId: adminTenantId, userId: owner.id, now: Date.now() };
      await expect(eraseUser(app.app.services, systemOrigin('test'), target)).rejects.toThrow(
        'the process ends here',
      );
      app.database.tenant = open;

      await finishErasures(app.database);
      expect(await readableIn(owner.id)).toEqual([]);
    });

    /** The tenants where what the person did can still be read. */
    const readableIn = (subject: string) =>
      app.database.system(db =>
        db
          .selectFrom('personKeys')
          .select('tenantId')
          .where('subject', '=', subject)
          .where('key', 'is not', null)
          .execute(),
      );
  },
);
