import { generateId } from '@gatehouse/contract/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { leastStatements } from '../../http/testing/statements.ts';
import { addUpApplicationSignIns } from '../../metrics/application-sign-ins.ts';
import { addUpInteractions } from '../../metrics/interactions.ts';

const day = 24 * 60 * 60 * 1000;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

describe.each(databaseKinds)('the overview of the dashboard on %s', kind => {
  let app: TestApp;
  let shop = '';
  beforeAll(async () => {
    app = await startTestApp(kind);
    shop = (await app.manage('POST', '/applications', { name: 'Shop', type: 'MachineToMachine' })).body.id;
  });
  afterAll(() => app.close());

  const today = dateOf(Date.now());
  const noon = (daysAgo: number) => Date.parse(today) - daysAgo * day + day / 2;
  const write = (key: string, daysAgo: number, payload: object = {}) =>
    app.database.tenant('default').send(db =>
      db
        .insertInto('logs')
        .values({
          id: generateId(),
          key,
          payload: { key, result: 'Success', ...payload },
          createdAt: noon(daysAgo),
        })
        .execute(),
    );

  test('200 started and completed sign-ins by day, with the days before; top applications', async () => {
    for (const daysAgo of [3, 3, 4, 9]) await write('Interaction.Create', daysAgo);
    await write('Interaction.SignIn.Submit', 3);
    await write('Interaction.Register.Submit', 9);
    for (const daysAgo of [3, 4, 9])
      await write('ExchangeTokenBy.ClientCredentials', daysAgo, { applicationId: shop });
    const query = `from=${dateOf(noon(7))}&to=${dateOf(noon(3))}`;
    const check = async () => {
      const { status, body } = await app.manage('GET', `/dashboard/overview?${query}`);
      expect(status).toBe(200);
      expect(body.days).toHaveLength(5);
      expect(body.previous).toHaveLength(5);
      expect(body.days.at(-1)).toMatchObject({ date: dateOf(noon(3)), started: 2, completed: 1 });
      expect(body.previous.at(-2)).toMatchObject({ date: dateOf(noon(9)), started: 1, completed: 1 });
      const top = await app.manage('GET', `/dashboard/applications/top?${query}`);
      expect(top.body).toEqual([
        { applicationId: shop, name: 'Shop', signIns: 2, failures: 0, previousSignIns: 1 },
      ]);
    };
    await check();
    await addUpInteractions(app.database);
    await addUpApplicationSignIns(app.database);
    await check();
    await addUpApplicationSignIns(app.database);
    await check();
  });

  test('200 a longer range has as many days and takes as many statements; 400 for one that ends before it begins', async () => {
    const statements = (days: number) =>
      leastStatements(app, async () => {
        const path = `/dashboard/overview?from=${dateOf(Date.now() - (days - 1) * day)}`;
        expect((await app.manage('GET', path)).body.days).toHaveLength(days);
      });
    expect(await statements(90)).toBe(await statements(7));
    const signIns = await app.manage('GET', `/dashboard/sign-ins?from=${dateOf(noon(6))}`);
    expect(signIns.body.curve).toHaveLength(7);
    for (const path of [
      'overview?from=2026-02-01&to=2026-01-01',
      'overview?from=2020-01-01',
      'tokens?from=2020-01-01',
    ])
      expect((await app.manage('GET', `/dashboard/${path}`)).status).toBe(400);
  });

  test('200 failing webhooks, expiring secrets, rising lockouts, unverified domains and a mailbox in production', async () => {
    const linesOf = async () => (await app.manage('GET', '/dashboard/attention')).body;
    expect(await linesOf()).toEqual([]);
    const hook = await app.manage('POST', '/hooks', {
      name: 'Broken',
      events: ['User.Created'],
      config: { url: 'https://hook.example' },
    });
    await app.manage('POST', `/applications/${shop}/secrets`, {
      name: 'short',
      expiresAt: Date.now() + 5 * day,
    });
    await app.manage('POST', `/applications/${shop}/secrets`, {
      name: 'long',
      expiresAt: Date.now() + 90 * day,
    });
    await app.database.tenant('default').send(async db => {
      const hour = Date.now() - 60_000;
      await db.insertInto('hookHours').values({ hookId: hook.body.id, hour, errorCount: 3 }).execute();
      await db
        .insertInto('dailyInteractions')
        .values({ date: today, key: 'Interaction.SignIn.Submit', outcome: 'Blocked', count: 12 })
        .execute();
      await db
        .insertInto('domains')
        .values({ id: 'd1', domain: 'id.shop.example', dnsRecords: [] })
        .execute();
      await db
        .insertInto('connectors')
        .values({ id: 'mailbox', connectorId: 'development-mailbox' })
        .execute();
    });
    const lines = await linesOf();
    expect(lines.map(({ kind: each, id }: { kind: string; id: string }) => [each, id])).toEqual([
      ['Webhook', hook.body.id],
      ['Lockouts', ''],
      ['Secret', shop],
      ['Domain', 'd1'],
      ['DevelopmentMailbox', 'mailbox'],
    ]);
    expect(lines[0]).toMatchObject({ name: 'Broken', count: 3 });
    expect(lines[1]).toMatchObject({ count: 12 });
    await app.database.tenant('default').send(async db => {
      await db
        .insertInto('dailyInteractions')
        .values({ date: dateOf(noon(8)), key: 'Interaction.SignIn.Submit', outcome: 'Blocked', count: 9 })
        .execute();
      await db.updateTable('hooks').set({ enabled: false }).execute();
      await db.updateTable('domains').set({ status: 'Active' }).execute();
    });
    const left = (await linesOf()).map(({ kind: each }: { kind: string }) => each);
    expect(left).toEqual(['Secret', 'DevelopmentMailbox']);
  });
});
