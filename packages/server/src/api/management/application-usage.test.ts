import { generateId } from '@gatehouse/contract/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purge } from '../../database/purge.ts';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { addUpApplicationSignIns } from '../../metrics/application-sign-ins.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

describe.each(databaseKinds)('how much applications are used on %s', kind => {
  let app: TestApp;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    app = await startTestApp(kind);
    for (const name of ['shop', 'robot', 'idle'])
      ids[name] = (await app.manage('POST', '/applications', { name, type: 'MachineToMachine' })).body.id;
  });
  afterAll(() => app.close());

  const write = (key: string, applicationId: string | undefined, at: number, result = 'Success') =>
    app.database.tenant('default').send(db =>
      db
        .insertInto('logs')
        .values({
          id: generateId(),
          key,
          payload: { key, result, applicationId },
          createdAt: at,
        })
        .execute(),
    );
  const usage = async (...names: string[]) => {
    const query = names.map(name => `applicationId=${ids[name] ?? name}`).join('&');
    return app.manage('GET', `/dashboard/applications?${query}`);
  };

  test('200 last sign-in, the last day and 14 days, before and after they are added up', async () => {
    const now = Date.now();
    const yesterdayAndMore = now - 2 * day;
    await write('ExchangeTokenBy.AuthorizationCode', ids.shop, yesterdayAndMore);
    await write('ExchangeTokenBy.AuthorizationCode', ids.shop, now - 1000);
    await write('ExchangeTokenBy.RefreshToken', ids.shop, now);
    await write('Interaction.SignIn.Verification.Password.Submit', ids.shop, now, 'Error');
    await write('AuthorizationRequest', ids.shop, now, 'Error');
    await write('ExchangeTokenBy.ClientCredentials', ids.robot, now - 40 * day);
    // A client ID that a stranger made up.
    await write('AuthorizationRequest', 'nobody', now, 'Error');

    const expected = async () => {
      const { status, body } = await usage('shop', 'robot', 'idle', 'nobody');
      expect(status).toBe(200);
      expect(body).toHaveLength(2);
      const of = (name: string) =>
        body.find((each: { applicationId: string }) => each.applicationId === ids[name]);
      expect(of('shop')).toMatchObject({ signIns: 1, failures: 1, lastSignInAt: now - 1000 });
      expect(of('shop').curve).toHaveLength(14);
      expect(of('shop').curve.at(-3)).toEqual({
        date: new Date(yesterdayAndMore).toISOString().slice(0, 10),
        count: 1,
      });
      expect(of('robot')).toMatchObject({ signIns: 0, failures: 0, lastSignInAt: now - 40 * day });
    };
    await expected();
    await addUpApplicationSignIns(app.database);
    await expected();
    await addUpApplicationSignIns(app.database);
    await expected();
  });

  test('old hours are swept out, but the last sign-in stays known', async () => {
    const now = Date.now();
    await write('ExchangeTokenBy.AuthorizationCode', ids.idle, now - 50 * day);
    await write('ExchangeTokenBy.AuthorizationCode', ids.idle, now - 30 * day);
    await addUpApplicationSignIns(app.database);
    const before = await usage('idle');
    await purge(app.database, { logDays: 90, changeDays: 90, isCloud: false, now });
    const hours = await app.database.tenant('default').read(db =>
      db
        .selectFrom('applicationHours')
        .select('hour')
        .where('applicationId', '=', ids.idle ?? '')
        .execute(),
    );
    expect(hours).toHaveLength(1);
    expect((await usage('idle')).body).toEqual(before.body);
    expect(before.body[0].lastSignInAt).toBe(now - 30 * day);
  });

  test('a real sign-in of a machine is counted', async () => {
    await app.app.services.audit.flush();
    const logged = await app.manage('GET', '/logs?logKey=ExchangeTokenBy.ClientCredentials&page_size=1');
    const { applicationId } = logged.body[0].payload;
    const { body } = await usage(applicationId);
    expect(body[0].signIns).toBeGreaterThan(0);
  });

  test('400 without an application, and for more than a page has', async () => {
    expect((await app.manage('GET', '/dashboard/applications')).status).toBe(400);
    const many = Array.from({ length: 101 }, (_, index) => `a${index}`);
    expect((await usage(...many)).status).toBe(400);
  });
});
