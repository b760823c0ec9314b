import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepMessages, visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { eraseDue } from '../erasure/erase-due.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { askToken, enter, nothing, password, takeTokens } from './testing/people.ts';

const day = 24 * 60 * 60 * 1000;
const graceDays = 7;

describe.each(databaseKinds)('the deletion of the own account on %s', kind => {
  let app: TestApp;
  let now = Date.now();
  beforeAll(async () => {
    app = await startTestApp(kind, { now: () => now });
    await allow({ canDelete: true });
  });
  afterAll(() => app.close());

  const allow = (rights: { canDelete: boolean }) =>
    app.manage('PATCH', '/account-center', {
      enabled: true,
      personalData: { canExport: false, graceDays, ...rights },
    });

  const create = async (username: string) => {
    const { body } = await app.manage('POST', '/users', { username, password });
    return body.id as string;
  };

  /** A user who has requested the deletion of their account. */
  const leave = async (username: string) => {
    const id = await create(username);
    const person = await enter(app, { username });
    const answer = await person.send('POST', '/my-account/deletion', undefined, await person.prove());
    expect(answer.status).toBe(200);
    return { id, username, person, deletionDueAt: answer.body.deletionDueAt as number };
  };

  /** Up to the point where the server decides. */
  const identify = async (username: string) => {
    const { step, browser } = await visit(app, 'SignIn', {}, createBrowser());
    const identifier = { type: 'username', value: username };
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    await step('POST', '/experience/identification', { verificationId: body.verificationId });
    return { step, browser, submit: (choice?: object) => step('POST', '/experience/submit', choice) };
  };

  const erase = () => eraseDue(app.app.services, { now, graceDays: 30 });
  const read = async (id: string) => app.manage('GET', `/users/${id}`);
  const keysOf = async (userId: string) => {
    await app.app.services.audit.flush();
    const { body } = await app.manage('GET', `/logs?userId=${userId}&page_size=100`);
    return (body as { key: string }[]).map(({ key }) => key);
  };

  test('takes a fresh proof, and a tenant that allows it', async () => {
    await create('careful');
    const person = await enter(app, { username: 'careful' });
    const ask = (proof?: string) => person.send('POST', '/my-account/deletion', undefined, proof);
    expect((await ask()).body.code).toBe('verification_record.permission_denied');
    await create('someone');
    const other = await enter(app, { username: 'someone' });
    expect((await ask(await other.prove())).body.code).toBe('verification_record.permission_denied');
    await allow({ canDelete: false });
    expect((await ask(await person.prove())).body.code).toBe('account_center.field_not_enabled');
    await allow({ canDelete: true });
    expect(await person.works()).toMatchObject({ session: true, account: true });
  });

  test('ends every session and token at once, and says when', async () => {
    const { id, person, deletionDueAt } = await leave('leaving');
    expect(deletionDueAt).toBe(now + graceDays * day);
    expect(await person.works()).toEqual(nothing);
    expect((await read(id)).body.deletionDueAt).toBe(deletionDueAt);
    expect(await keysOf(id)).toContain('PersonalData.ScheduleDeletion');
    // The proof and the token of before no longer do anything.
    expect((await person.send('POST', '/my-account/deletion')).status).toBe(401);
  });

  test('what is asked for in parallel leaves nothing that works', async () => {
    const id = await create('racing');
    const people = await Promise.all(Array.from({ length: 6 }, () => enter(app, { username: 'racing' })));
    const proof = await people[0]!.prove();
    await Promise.all([
      people[0]!.send('POST', '/my-account/deletion', undefined, proof),
      ...people.flatMap(person => Array.from({ length: 6 }, () => person.refresh())),
    ]);
    expect((await read(id)).body.deletionDueAt).toEqual(expect.any(Number));
    for (const person of people) expect(await person.works()).toEqual(nothing);
    const { submit } = await identify('racing');
    expect((await submit({ keepAccount: true })).status).toBe(200);
    for (const person of people) expect(await person.works()).toEqual(nothing);
  });

  test('no application gets a code before the user has decided', async () => {
    const { id } = await leave('undecided');
    const hesitant = await identify('undecided');
    expect((await hesitant.submit({ keepAccount: false })).body).toEqual({ redirectTo: '' });
    expect((await hesitant.submit({ keepAccount: true })).status).toBeGreaterThanOrEqual(400);
    const { step, browser, submit } = await identify('undecided');
    const refused = await submit();
    expect(refused).toMatchObject({ status: 403, body: { code: 'user.deletion_pending' } });
    expect(refused.body.data.deletionDueAt).toEqual(expect.any(Number));
    expect((await step('GET', '/experience/interaction')).body.pending.code).toBe('user.deletion_pending');
    const { page } = await visit(app, undefined, { prompt: 'none' }, browser);
    expect(new URL(page.address).searchParams.has('code')).toBe(false);
    expect((await read(id)).body.deletionDueAt).toEqual(expect.any(Number));

    const kept = await submit({ keepAccount: true });
    expect(kept.status).toBe(200);
    const { address } = await browser.follow(kept.body.redirectTo, app.env.ENDPOINT);
    expect((await takeTokens(app, address)).status).toBe(200);
    expect((await read(id)).body.deletionDueAt).toBe(null);
    expect(await keysOf(id)).toContain('PersonalData.CancelDeletion');
    // The same answer opens nothing a second time.
    expect((await submit({ keepAccount: true })).status).toBeGreaterThanOrEqual(400);
  });

  test('keeping takes the second factor of who has one', async () => {
    const { id } = await leave('factored');
    await app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'Mandatory', factors: ['Totp'] } });
    await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    const { submit } = await identify('factored');
    expect((await submit({ keepAccount: true })).body.code).toBe('session.mfa.require_mfa_verification');
    expect((await read(id)).body.deletionDueAt).toEqual(expect.any(Number));
    await app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'UserControlled', factors: [] } });
  });

  test('tokens that need no session are refused meanwhile', async () => {
    const id = await create('machine_like');
    const { body: created } = await app.manage('POST', `/users/${id}/personal-access-tokens`, { name: 'ci' });
    const { body: application } = await app.manage('POST', '/applications', {
      name: 'Exchange',
      type: 'Traditional',
      customClientMetadata: { allowTokenExchange: true },
    });
    const { body: secrets } = await app.manage('GET', `/applications/${application.id}/secrets`);
    const exchange = () =>
      askToken(app.env.ENDPOINT, {
        client_id: application.id,
        client_secret: secrets[0].value,
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: created.value,
        subject_token_type: 'urn:logto:token-type:personal_access_token',
        scope: 'openid',
      });
    expect((await exchange()).status).toBe(200);
    const person = await enter(app, { username: 'machine_like' });
    await person.send('POST', '/my-account/deletion', undefined, await person.prove());
    expect((await exchange()).status).toBe(400);
  });

  test('an administrator keeps the account, and undoing that does not end it', async () => {
    const { id } = await leave('rescued');
    expect((await app.manage('DELETE', `/users/${id}/deletion`)).status).toBe(204);
    expect((await read(id)).body.deletionDueAt).toBe(null);
    expect((await app.manage('DELETE', `/users/${id}/deletion`)).body.code).toBe('user.deletion_not_pending');
    const { body: changes } = await app.manage('GET', `/changes?objectId=${id}`);
    expect((await app.manage('POST', `/changes/${changes[0].id}/revert`)).status).toBeLessThan(300);
    expect((await read(id)).body.deletionDueAt).toBe(null);
  });

  test('the user is notified by email, and the link in it cancels a deletion that an attacker requested', async () => {
    await keepMessages(app);
    const id = await create('mailed');
    const primaryEmail = 'mailed@example.com';
    await app.manage('PATCH', `/users/${id}`, { primaryEmail, isEmailVerified: true });
    const person = await enter(app, { username: 'mailed' });
    await person.send('POST', '/my-account/deletion', undefined, await person.prove());
    now = Date.now() + 1000;
    await app.app.services.jobs.runDue();
    const { body: messages } = await app.manage('GET', `/development-mailbox?recipient=${primaryEmail}`);
    expect(messages[0]).toMatchObject({ templateType: 'DeletionScheduled' });
    const token = new URL(messages[0].payload.link).searchParams.get('token');
    const locked = await call(`${app.env.ENDPOINT}/api/experience/account-lock`, {
      method: 'POST',
      body: { token },
    });
    expect(locked.status).toBe(204);
    expect((await read(id)).body).toMatchObject({ deletionDueAt: null, isSuspended: true });
    now = Date.now() + 1000;
    await app.app.services.jobs.runDue();
    const { body: later } = await app.manage('GET', `/development-mailbox?recipient=${primaryEmail}`);
    expect(later.map(({ templateType }: { templateType: string }) => templateType)).toContain(
      'DeletionCanceled',
    );
  });

  test('the account is erased when its time is over, and not before', async () => {
    const { id, deletionDueAt } = await leave('gone');
    now = deletionDueAt - 1;
    await erase();
    expect((await read(id)).status).toBe(200);
    now = deletionDueAt;
    await erase();
    expect((await read(id)).status).toBe(404);
    const key = await app.database
      .tenant('default')
      .read(db => db.selectFrom('personKeys').selectAll().where('subject', '=', id).executeTakeFirst());
    expect(key).toMatchObject({ key: null, erasedAt: expect.any(Number) });
    const { submit } = await identify('gone');
    expect((await submit({ keepAccount: true })).status).toBeGreaterThanOrEqual(400);
  });

  test('of keeping and erasing at the same moment one wins completely', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, username, deletionDueAt } = await leave(`contested_${round}`);
      const sessions = await Promise.all([identify(username), identify(username), identify(username)]);
      now = deletionDueAt + 1;
      const [, ...answers] = await Promise.all([
        erase(),
        ...sessions.map(({ submit }) => submit({ keepAccount: true })),
        app.manage('DELETE', `/users/${id}/deletion`),
      ]);
      const isKept = answers.some(({ status }) => status < 300);
      const after = await read(id);
      const { erasedAt } = await app.database
        .tenant('default')
        .read(db =>
          db.selectFrom('personKeys').select('erasedAt').where('subject', '=', id).executeTakeFirstOrThrow(),
        );
      expect({ round, status: after.status, isErased: erasedAt !== null }).toEqual({
        round,
        status: isKept ? 200 : 404,
        isErased: !isKept,
      });
      if (isKept) expect(after.body.deletionDueAt).toBe(null);
    }
  });
});
