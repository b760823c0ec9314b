import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purge } from './purge.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from './testing/open.ts';
import { createTenants } from './testing/tenants.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('the purge on %s', kind => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await createTenants(database, 'free', 'paying');
    await database.system(db =>
      db.updateTable('tenants').set({ planId: 'pro-202509' }).where('id', '=', 'paying').execute(),
    );
    await database.system(async db => {
      for (const tenantId of ['free', 'paying']) {
        const rows = [1, 5, 10, 50, 100].map(days => ({
          tenantId,
          id: `${days}`,
          key: 'Unknown',
          createdAt: Date.now() - days * day,
        }));
        await db.insertInto('logs').values(rows).execute();
      }
      await db
        .insertInto('oidcModelInstances')
        .values([
          { tenantId: 'free', modelName: 'Session', id: 'over', payload: {}, expiresAt: Date.now() - day },
          { tenantId: 'free', modelName: 'Session', id: 'open', payload: {}, expiresAt: Date.now() + day },
        ])
        .execute();
      await db
        .insertInto('dailyActiveUsers')
        .values(
          ['2020-01-01', new Date().toISOString().slice(0, 10)].map(date => ({
            tenantId: 'free',
            date,
            userId: 'u',
          })),
        )
        .execute();
    });
  });
  afterAll(() => database.close());

  const ages = (tenantId: string) =>
    database.tenant(tenantId).read(async db => {
      const rows = await db.selectFrom('logs').select('id').orderBy('createdAt', 'desc').execute();
      return rows.map(({ id }) => Number(id));
    });

  test('logs go after the days of the setting, in batches however small', async () => {
    await purge(database, { logDays: 90, changeDays: 365, isCloud: false, now: Date.now(), batchSize: 1 });
    expect(await ages('free')).toEqual([1, 5, 10, 50]);
    expect(await ages('paying')).toEqual([1, 5, 10, 50]);
  });

  test('in the cloud they go after the days of the plan', async () => {
    await purge(database, { logDays: 90, changeDays: 365, isCloud: true, now: Date.now() });
    expect(await ages('free')).toEqual([1]);
    expect(await ages('paying')).toEqual([1, 5, 10]);
  });

  test('sessions that are over and activity of long ago go too, the rest stays', async () => {
    const { sessions, active } = await database.tenant('free').read(async db => ({
      sessions: await db.selectFrom('oidcModelInstances').select('id').execute(),
      active: await db.selectFrom('dailyActiveUsers').select('date').execute(),
    }));
    expect(sessions).toEqual([{ id: 'open' }]);
    expect(active).toHaveLength(1);
  });

  test('tokens and messages are deleted when they are no longer needed', async () => {
    const ago = (days: number) => Date.now() - days * day;
    await database.system(async db => {
      await db.insertInto('users').values({ tenantId: 'free', id: 'ada' }).execute();
      await db
        .insertInto('subjectTokens')
        .values(
          [1, -1].map(days => ({
            tenantId: 'free',
            tokenHash: `${days}`,
            userId: 'ada',
            creatorId: 'x',
            expiresAt: ago(days),
          })),
        )
        .execute();
      await db
        .insertInto('oneTimeTokens')
        .values(
          [40, 20].map(days => ({
            tenantId: 'free',
            id: `${days}`,
            email: 'a@b.example',
            tokenHash: `${days}`,
            token: '',
            expiresAt: ago(days),
          })),
        )
        .execute();
      const message = { tenantId: 'free', channel: 'Email', templateType: 'SignIn', payload: '' };
      await db
        .insertInto('messages')
        .values([
          { ...message, recipient: 'long ago', sentAt: ago(40) },
          { ...message, recipient: 'lately', sentAt: ago(20) },
          { ...message, recipient: 'waiting', createdAt: ago(40) },
        ])
        .execute();
    });
    await purge(database, { logDays: 90, changeDays: 365, isCloud: false, now: Date.now() });
    const left = await database.tenant('free').read(async db => ({
      subjectTokens: await db.selectFrom('subjectTokens').select('tokenHash').execute(),
      oneTimeTokens: await db.selectFrom('oneTimeTokens').select('id').execute(),
      messages: await db.selectFrom('messages').select('recipient').orderBy('id').execute(),
    }));
    expect(left).toEqual({
      subjectTokens: [{ tokenHash: '-1' }],
      oneTimeTokens: [{ id: '20' }],
      messages: [{ recipient: 'lately' }, { recipient: 'waiting' }],
    });
  });
});
