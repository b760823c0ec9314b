import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { lockBy, tokenOf, watchNotices } from './testing/notices.ts';
import { all, enter, nothing, password } from './testing/people.ts';

describe.each(databaseKinds)('the link that locks an account on %s', kind => {
  let app: TestApp;
  let people: Awaited<ReturnType<typeof watchNotices>>;
  beforeAll(async () => {
    app = await startTestApp(kind);
    people = await watchNotices(app);
  });
  afterAll(() => app.close());

  const lock = (token: string, origin = app.env.ENDPOINT) => lockBy(origin, token);
  const change = (id: string, primaryPhone: string) => app.manage('PATCH', `/users/${id}`, { primaryPhone });
  const suspend = (id: string, isSuspended: boolean) =>
    app.manage('PATCH', `/users/${id}/is-suspended`, { isSuspended });

  test('locks nothing when it is opened, however often a scanner does it', async () => {
    const id = await people.create('gil');
    await change(id, '12025550110');
    const link = await people.linkTo('gil@example.com');
    const page = await call(link);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    await call(link, { method: 'HEAD' });
    expect(await people.readUser(id)).toMatchObject({ isSuspended: false, suspensionReason: null });
    expect((await lock(tokenOf(link))).status).toBe(204);
  });

  test('works at the previous address of a user, and ends everything', async () => {
    const id = await people.create('eve');
    const [owner, thief] = [await enter(app, { username: 'eve' }), await enter(app, { username: 'eve' })];
    await app.manage('PATCH', `/users/${id}`, { primaryEmail: 'thief@example.com', isEmailVerified: true });
    expect([await owner.works(), await thief.works()]).toEqual([all, all]);
    expect((await lock(tokenOf(await people.linkTo('eve@example.com')))).status).toBe(204);
    expect([await owner.works(), await thief.works()]).toEqual([nothing, nothing]);
    expect(await people.readUser(id)).toMatchObject({
      isSuspended: true,
      suspensionReason: 'SecurityNotice',
      primaryEmail: 'thief@example.com',
    });
    // Only the password shows why: a suspension by an administrator has no reason.
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: 'eve' };
    const signIn = (given: string) =>
      step('POST', '/experience/verification/password', { identifier, password: given });
    expect((await signIn('wrong')).body.code).toBe('session.invalid_credentials');
    expect((await signIn(password)).body).toMatchObject({
      code: 'user.suspended',
      data: { suspensionReason: 'SecurityNotice' },
    });
    // While it is locked, an administrator repairs it: the mailbox of the thief gets no link to lock it again.
    await app.manage('PATCH', `/users/${id}`, { primaryEmail: 'eve@example.com', isEmailVerified: true });
    const [repaired] = await people.toldTo('thief@example.com');
    expect(repaired).toMatchObject({ templateType: 'EmailChanged' });
    expect(repaired?.payload).not.toHaveProperty('link');
    await suspend(id, false);
    expect([await owner.works(), await thief.works()]).toEqual([nothing, nothing]);
    expect(await (await enter(app, { username: 'eve' })).works()).toEqual(all);
  });

  test('locks once when forty answers come at once, with one entry in the audit log and one event', async () => {
    const id = await people.create('max');
    const thief = await enter(app, { username: 'max' });
    await change(id, '12025550140');
    const token = tokenOf(await people.linkTo('max@example.com'));
    const answers = await Promise.all(Array.from({ length: 40 }, () => lock(token)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 204);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['account_lock.invalid_link']));
    expect(await thief.works()).toEqual(nothing);
    await app.app.services.audit.flush();
    const { body: logs } = await app.manage('GET', `/logs?logKey=Account.Lock&userId=${id}`);
    expect(logs).toHaveLength(1);
    const events = await app.database
      .tenant('default')
      .read(db =>
        db.selectFrom('events').select('data').where('event', '=', 'User.SuspensionStatus.Updated').execute(),
      );
    expect(events.filter(({ data }) => (data as { id: string }).id === id)).toHaveLength(1);
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: 'max' };
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    expect(body.code).toBe('user.suspended');
  });

  test('locks once when different links of a user are used at once', async () => {
    const id = await people.create('duo');
    const tokens: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      await change(id, `1202555020${index}`);
      tokens.push(tokenOf(await people.linkTo('duo@example.com')));
    }
    const answers = await Promise.all([...tokens, ...tokens, ...tokens].map(token => lock(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(17).fill(400)]);
  });

  test('answers alike when it was used, expired, belongs to another tenant or is made up, and none outlives an unlock', async () => {
    const id = await people.create('rue');
    await change(id, '12025550150');
    const first = tokenOf(await people.linkTo('rue@example.com'));
    await change(id, '12025550151');
    const second = tokenOf(await people.linkTo('rue@example.com'));
    expect((await lock(second)).status).toBe(204);
    await suspend(id, false);
    expect(await people.readUser(id)).toMatchObject({ isSuspended: false, suspensionReason: null });
    await change(id, '12025550152');
    const third = tokenOf(await people.linkTo('rue@example.com'));
    expect(new Set([first, second, third]).size).toBe(3);
    const elsewhere = await lock(third, app.env.ADMIN_ENDPOINT);
    await app.database.tenant('default').send(db =>
      db
        .updateTable('lockLinks')
        .set({ expiresAt: Date.now() - 1 })
        .where('userId', '=', id)
        .execute(),
    );
    const answers = [elsewhere, await lock(first), await lock(second), await lock(third), await lock('x')];
    for (const { status, body } of answers)
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'account_lock.invalid_link' });
    expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
    expect(await people.readUser(id)).toMatchObject({ isSuspended: false });
  });

  test('changes nothing about a user whom an administrator has suspended', async () => {
    const id = await people.create('sue');
    await change(id, '12025550170');
    const token = tokenOf(await people.linkTo('sue@example.com'));
    await suspend(id, true);
    expect((await lock(token)).body.code).toBe('account_lock.invalid_link');
    expect(await people.readUser(id)).toMatchObject({ isSuspended: true, suspensionReason: null });
  });

  test('is stored as a hash, and what waits in the queue names no address', async () => {
    const id = await people.create('hal');
    const waiting = app.database.system(db => db.selectFrom('jobs').select('data').execute());
    await change(id, '12025550180');
    expect(JSON.stringify(await waiting)).not.toContain('hal@example.com');
    const token = tokenOf(await people.linkTo('hal@example.com'));
    const rows = await app.database
      .tenant('default')
      .read(db => db.selectFrom('lockLinks').selectAll().where('userId', '=', id).execute());
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('guesses of links', () => {
  test('are limited for each network address', async () => {
    const app = await startTestApp('postgresql', { variables: { GATEHOUSE_ADDRESS_LIMIT: '5' } });
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => lockBy(app.env.ENDPOINT, `guess-${index}`)),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(35);
    await app.close();
  });
});
