import type { AuditKey } from '@gatehouse/contract/audit.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../database/open.ts';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { addUpInteractions } from '../../metrics/interactions.ts';

const day = 24 * 60 * 60 * 1000;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

describe.each(databaseKinds)('logs and dashboard on %s', kind => {
  let app: TestApp;
  const start = Date.UTC(2026, 0, 1);
  beforeAll(async () => {
    app = await startTestApp(kind);
    await app.app.services.audit.flush();
    await app.database.system(async db => {
      await db.deleteFrom('logs').execute();
      const entry = (number: number, key: string, payload: object) => ({
        tenantId: 'default',
        id: `log${String(number).padStart(4, '0')}`,
        key,
        payload: { key, result: 'Success', ...payload },
        createdAt: start + number,
      });
      await db
        .insertInto('logs')
        .values([
          entry(1, 'Interaction.SignIn.Submit', { userId: 'ada', applicationId: 'shop' }),
          entry(2, 'ExchangeTokenBy.AuthorizationCode', { userId: 'ada', applicationId: 'shop' }),
          entry(3, 'ExchangeTokenBy.ClientCredentials', { applicationId: 'robot' }),
          entry(4, 'TriggerHook.User.Created', { userId: 'ada' }),
        ])
        .execute();
    });
  });
  afterAll(() => app.close());

  const keys = async (query: string) =>
    (await app.manage('GET', `/logs?${query}`)).body.map(({ key }: { key: string }) => key);

  test('[ENT-22] 200 newest first, without deliveries of webhooks', async () => {
    const listed = await app.manage('GET', '/logs');
    expect(listed.status).toBe(200);
    expect(listed.headers.get('total-number')).toBe('3');
    expect(listed.body[0]).toEqual({
      tenantId: 'default',
      id: 'log0003',
      key: 'ExchangeTokenBy.ClientCredentials',
      payload: { key: 'ExchangeTokenBy.ClientCredentials', result: 'Success', applicationId: 'robot' },
      createdAt: start + 3,
    });
  });

  test('200 by user, application, key and time', async () => {
    expect(await keys('userId=ada')).toHaveLength(2);
    expect(await keys('applicationId=robot')).toEqual(['ExchangeTokenBy.ClientCredentials']);
    expect(await keys('logKey=Interaction.SignIn.Submit')).toHaveLength(1);
    expect(await keys('logKey=TriggerHook.User.Created')).toEqual([]);
    expect(await keys(`start_time=${start + 2}&end_time=${start + 3}`)).toEqual([
      'ExchangeTokenBy.ClientCredentials',
      'ExchangeTokenBy.AuthorizationCode',
    ]);
    expect(await keys('userId=ada&applicationId=robot')).toEqual([]);
  });

  test('200 one entry, 404 for one that is not there', async () => {
    expect((await app.manage('GET', '/logs/log0001')).body.payload.userId).toBe('ada');
    expect((await app.manage('GET', '/logs/nothing')).status).toBe(404);
  });

  test('400 for a time that ends before it begins', async () => {
    expect(await app.manage('GET', '/logs?start_time=2&end_time=1')).toMatchObject({
      status: 400,
      body: { code: 'log.invalid_time_window' },
    });
    expect((await app.manage('GET', '/logs?start_time=yesterday')).status).toBe(400);
  });

  test('[ENT-22] a file has everything that matches, more than a page, and nothing that a spreadsheet would run', async () => {
    await app.database.system(db =>
      db
        .insertInto('logs')
        .values(
          Array.from({ length: 2500 }, (_, index) => {
            const key = 'Interaction.SignIn.Submit';
            const sign = ['=', '＝', '\n='][index % 3];
            const payload = { key, result: 'Error', userId: 'mallory', userAgent: `${sign}cmd("${index}")` };
            return { tenantId: 'default', id: `file${index}`, key, payload, createdAt: start - (index % 7) };
          }),
        )
        .execute(),
    );
    expect(await keys('result=Error&page_size=1')).toEqual(['Interaction.SignIn.Submit']);
    const csv = await app.manage('GET', '/logs/export?result=Error');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.headers.get('content-disposition')).toContain('audit-logs.csv');
    const [head, first, ...lines] = csv.text.trim().split('\r\n');
    expect(head).toBe('time,event,result,error,userId,applicationId,ip,userAgent,sessionId,id');
    expect(first).toContain('"2026-01-01T00:00:00.000Z","Interaction.SignIn.Submit","Error","","mallory"');
    expect(first).toMatch(/,"'(?:＝|\n?=)cmd\(""/);
    expect(csv.text.match(/,"'(?:＝|\n?=)cmd\(""/g)).toHaveLength(2500);
    expect(new Set(lines).size).toBe(2499);
    const json = await app.manage('GET', '/logs/export?format=json&userId=mallory');
    expect(json.body).toHaveLength(2500);
    expect((await app.manage('GET', '/logs/export?format=json&userId=nobody')).body).toEqual([]);
    expect((await app.manage('GET', '/logs/export?start_time=2&end_time=1')).status).toBe(400);
    await app.database.system(db => db.deleteFrom('logs').where('userId', '=', 'mallory').execute());
  });

  test('many entries are counted up to a limit', async () => {
    await app.database.system(db =>
      db
        .insertInto('logs')
        .values(
          Array.from({ length: 1100 }, (_, index) => ({
            tenantId: 'default',
            id: `many${index}`,
            key: 'Interaction.End',
            payload: { key: 'Interaction.End', result: 'Success' },
            createdAt: start - index,
          })),
        )
        .execute(),
    );
    const page = await app.manage('GET', '/logs?page=2&page_size=10');
    expect(page.headers.get('total-number')).toBe('1000');
    expect(page.headers.get('total-number-is-capped')).toBe('true');
    expect(page.body).toHaveLength(10);
  });

  test('users are counted in all, and those of today and of the week with what changed', async () => {
    const now = Date.now();
    const ages = [0, 0, 0, 1, 5, 6, 7, 8, 13, 14, 400];
    await app.database.system(db =>
      db
        .insertInto('users')
        .values(
          ages.map((age, index) => ({
            tenantId: 'default',
            id: `new${index}`,
            createdAt: now - age * day,
          })),
        )
        .execute(),
    );
    expect((await app.manage('GET', '/dashboard/users/total')).body).toEqual({
      totalUserCount: ages.length,
    });
    expect((await app.manage('GET', '/dashboard/users/new')).body).toEqual({
      today: { count: 3, delta: 2 },
      last7Days: { count: 6, delta: 3 },
    });
    await app.manage('DELETE', '/users/new0');
    expect((await app.manage('GET', '/dashboard/users/new')).body.today).toEqual({ count: 2, delta: 1 });
  });

  test('active users are counted by day, week and month, also up to a day in the past', async () => {
    const { usage } = app.app.services;
    const now = Date.now();
    const visits: [userId: string, age: number][] = [
      ['ann', 1],
      ['ben', 1],
      ['ann', 3],
      ['cas', 8],
      ['ann', 20],
      ['dan', 35],
    ];
    await app.database.system(db =>
      db
        .insertInto('dailyActiveUsers')
        .values(
          visits.map(([userId, age]) => ({ tenantId: 'default', userId, date: dateOf(now - age * day) })),
        )
        .execute(),
    );
    const quiet = (await app.manage('GET', '/dashboard/users/active')).body;
    expect(quiet).toMatchObject({ dau: { count: 0, delta: -2 }, wau: { count: 2 }, mau: { count: 3 } });

    usage.count('default', 'ann');
    usage.count('default', 'eve');
    usage.count('default', 'eve');
    usage.count('default', undefined);
    await usage.flush();
    const busy = (await app.manage('GET', '/dashboard/users/active')).body;
    expect(busy).toMatchObject({
      dau: { count: 2, delta: 0 },
      wau: { count: 3, delta: 2 },
      mau: { count: 4, delta: 3 },
    });
    expect(busy.dauCurve).toHaveLength(30);
    expect(busy.dauCurve.at(-1)).toEqual({ date: dateOf(now), count: 2 });
    const past = await app.manage('GET', `/dashboard/users/active?date=${dateOf(now - 20 * day)}`);
    expect(past.body).toMatchObject({ dau: { count: 1 }, mau: { count: 2 } });
    expect((await app.manage('GET', '/dashboard/users/active?date=yesterday')).status).toBe(400);
  });

  test('tokens and sign-ins are counted by the day, by factor, and by what kept people out', async () => {
    const { audit } = app.app.services;
    const submit = (step: string, code?: string) =>
      audit.append('default', {
        key: `Interaction.SignIn.${step}.Submit` as AuditKey,
        payload: code ? { result: 'Error', error: { code } } : { result: 'Success' },
      });
    submit('Verification.Password', 'session.invalid_credentials');
    submit('Verification.Password', 'session.verification_blocked_too_many_attempts');
    submit('Verification.Password');
    submit('Verification.Totp');
    audit.append('default', { key: 'Interaction.SignIn.Submit', payload: { result: 'Success' } });
    await audit.flush();
    submit('Verification.Password');
    await audit.flush();
    const { body: signIns } = await app.manage('GET', '/dashboard/sign-ins');
    expect(signIns.curve).toHaveLength(30);
    expect(signIns.curve.at(-1)).toEqual({
      date: dateOf(Date.now()),
      signIns: 1,
      registrations: 0,
      failures: 1,
      blocks: 1,
    });
    expect(signIns.firstFactors).toContainEqual({ factor: 'Password', count: 2 });
    expect(signIns.firstFactors).toContainEqual({ factor: 'Social', count: 0 });
    expect(signIns.secondFactors).toContainEqual({ factor: 'Totp', count: 1 });
    const { body: before } = await app.manage('GET', '/dashboard/sign-ins?date=2026-01-05');
    expect(before.curve.at(-5)).toMatchObject({ date: '2026-01-01', signIns: 1 });

    const { body: tokens } = await app.manage('GET', '/dashboard/tokens');
    expect(tokens.curve).toHaveLength(30);
    expect(tokens.curve.at(-1)).toMatchObject({ userTokens: 3, date: dateOf(Date.now()) });
  });

  test('what two processes add up at once while more is counted is neither lost nor doubled', async () => {
    const { audit } = app.app.services;
    const other = kind === 'postgresql' ? await openDatabase(app.database.options) : app.database;
    const count = async (): Promise<number> =>
      (await app.manage('GET', '/dashboard/sign-ins')).body.curve.at(-1).registrations;
    const total = 40;
    let isWriting = true;
    const whileWriting = async (work: () => Promise<unknown>) => {
      while (isWriting) await work();
    };
    const seen: number[] = [];
    const others = [
      whileWriting(() => addUpInteractions(app.database)),
      whileWriting(() => addUpInteractions(other)),
      whileWriting(async () => seen.push(await count())),
    ];
    for (let written = 0; written < total; written += 1) {
      audit.append('default', { key: 'Interaction.Register.Submit', payload: { result: 'Success' } });
      await audit.flush();
    }
    isWriting = false;
    await Promise.all(others);
    expect(seen).toEqual(seen.toSorted((one, next) => one - next));
    expect(await count()).toBe(total);
    await Promise.all([addUpInteractions(app.database), addUpInteractions(other)]);
    expect(await count()).toBe(total);
    if (other !== app.database) await other.close();
  });
});
