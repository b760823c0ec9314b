import { adminTenantId, managementAudience } from '@gatehouse/contract/dialect.ts';
import { minuteMs } from '@gatehouse/contract/duration.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { addMember } from '../../domain/tenant-members.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { signInToConsole } from '../../http/testing/console.ts';
import { createPerson } from '../cloud/testing/people.ts';

const password = 'correct horse battery';

describe.each(databaseKinds)('a draft on trial on %s', kind => {
  let app: TestApp;
  let later = 0;
  let draft: string;
  let role: { id: string };
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(kind, { now: () => Date.now() + later });
  });
  afterAll(() => app.close());

  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await app.manage(method, path, body);
    expect([path, answer.text, answer.status < 300]).toEqual([path, answer.text, true]);
    return answer.body;
  };
  const change = async () => (await send('GET', `/roles/${role.id}`)).description;
  const read = () => send('GET', draft);
  const publish = (trial: object) => send('POST', `${draft}/publish`, { trial });
  const pass = async (minutes: number) => {
    later += minutes * minuteMs;
    await app.app.services.jobs.runDue();
  };
  beforeEach(async () => {
    later = 0;
    count += 1;
    role = await send('POST', '/roles', { name: `Clerk ${count}`, description: 'Before' });
    draft = `/drafts/${(await send('POST', '/drafts', { name: `Trial ${count}` })).id}`;
    const request = { method: 'PATCH', path: `/roles/${role.id}`, body: { description: 'After' } };
    await send('POST', `${draft}/requests`, request);
  });

  /** A member of the tenant at the console. */
  const signIn = async (username: string) => {
    const session = await signInToConsole(app, { username, password });
    const token = await session.token({ resource: managementAudience('default') });
    return (method: string, path: string, body?: unknown) =>
      call(`${app.env.ENDPOINT}/api${path}`, { method, token, body });
  };
  const hire = async (username: string) => {
    const { id } = await createPerson(app, username);
    const people = app.database.tenant(adminTenantId);
    await people.write(testOrigin, tx => addMember(tx, 'default', id, 'admin'));
    (await app.app.services.tenants.admin()).cached.invalidate('members');
  };

  /** Sign-ins as the log counts them. */
  const logSignIns = async (outcomes: ('Success' | 'Error')[]) => {
    const { audit } = app.app.services;
    for (const result of outcomes) {
      const signInId = `sign-in-${count}-${Math.random()}`;
      audit.append('default', { key: 'Interaction.SignIn.Submit', payload: { result, signInId } });
    }
    await audit.flush();
  };
  const times = <T>(length: number, value: T) => Array.from({ length }, () => value);

  test('is taken back where no member confirms it in time, and can be published again', async () => {
    const published = await publish({ minutes: 5 });
    expect(published).toMatchObject({
      publishedAt: expect.any(Number),
      trial: { until: expect.any(Number) },
    });
    await pass(4);
    expect(await change()).toBe('After');
    expect(await send('GET', '/jobs?state=waiting')).toMatchObject([{ name: 'draft-trial' }]);
    expect((await app.manage('DELETE', draft)).body.code).toBe('draft.on_trial');
    await pass(2);
    expect(await change()).toBe('Before');
    expect(await read()).toMatchObject({
      publishedAt: null,
      changeId: null,
      trial: null,
      takenBack: { reason: 'notConfirmed', isRefused: false },
    });
    const [{ actor, reverts }] = await send('GET', '/changes?page_size=1');
    expect({ actor, reverts }).toMatchObject({ actor: { kind: 'system' }, reverts: published.changeId });
    expect(await publish({ minutes: 5 })).toMatchObject({ takenBack: null });
    expect(await change()).toBe('After');
  });

  test('stays once a member has signed in afresh and confirms it, and machines cannot', async () => {
    const username = `confirmer_${kind}`;
    await hire(username);
    const before = await signIn(username);
    expect((await app.manage('POST', `${draft}/confirm`)).body.code).toBe('draft.not_on_trial');
    await publish({ minutes: 5 });
    expect((await before('POST', `${draft}/confirm`)).body.code).toBe('draft.needs_fresh_sign_in');
    expect((await app.manage('POST', `${draft}/confirm`)).body.code).toBe('draft.needs_fresh_sign_in');
    const { publishedAt } = await read();
    // Sessions know the second at which they began.
    await expect.poll(() => Date.now() - publishedAt, { interval: 100 }).toBeGreaterThan(1100);
    const after = await signIn(username);
    const confirmed = await after('POST', `${draft}/confirm`);
    expect(confirmed).toMatchObject({ status: 200, body: { trial: null, publishedAt } });
    await pass(10);
    expect(await change()).toBe('After');
    expect(await read()).toMatchObject({ trial: null, takenBack: null });
    expect((await after('POST', `${draft}/confirm`)).body.code).toBe('draft.not_on_trial');
    // Undone, it would be on trial again, and no job would watch it.
    const [confirmation] = await send('GET', '/changes?page_size=1');
    expect(confirmation).toMatchObject({ objectKind: 'drafts', summary: 'update', isRevertible: false });
    const undone = await app.manage('POST', `/changes/${confirmation.id}/revert`);
    expect(undone.body).toMatchObject({ code: 'change.not_revertible', data: { fields: ['trial'] } });
    expect(await read()).toMatchObject({ trial: null, publishedAt });
  });

  test('is taken back as soon as more sign-ins fail than before', async () => {
    await logSignIns([...times(18, 'Success' as const), ...times(2, 'Error' as const)]);
    await publish({ minutes: 60, failures: 30 });
    await logSignIns([...times(7, 'Success' as const), ...times(3, 'Error' as const)]);
    // 30 of 100 is less than 10 and 30 of 100.
    await pass(1);
    expect(await read()).toMatchObject({ trial: { failures: 30 } });
    await logSignIns(times(2, 'Error'));
    await pass(1);
    expect(await change()).toBe('Before');
    expect(await read()).toMatchObject({
      trial: null,
      takenBack: { reason: 'failedSignIns', signIns: 12, failed: 5 },
    });
  });

  test('few failed sign-ins say nothing', async () => {
    await publish({ minutes: 60, failures: 1 });
    await logSignIns(times(9, 'Error'));
    await pass(1);
    expect(await change()).toBe('After');
    await pass(60);
  });

  test('says that it could not be taken back where its settings were changed since', async () => {
    await publish({ minutes: 1 });
    await send('PATCH', `/roles/${role.id}`, { description: 'Later' });
    await pass(2);
    expect(await change()).toBe('Later');
    expect(await read()).toMatchObject({
      publishedAt: expect.any(Number),
      trial: null,
      takenBack: { reason: 'notConfirmed', isRefused: true },
    });
  });

  test('waits for a later draft on trial that has changed its settings again', async () => {
    await publish({ minutes: 5 });
    const above = `/drafts/${(await send('POST', '/drafts', { name: 'Above' })).id}`;
    const request = { method: 'PATCH', path: `/roles/${role.id}`, body: { description: 'Above' } };
    await send('POST', `${above}/requests`, request);
    await send('POST', `${above}/publish`, { trial: { minutes: 10 } });
    for (let look = 0; look < 3; look += 1) await pass(6);
    expect(await change()).toBe('Before');
    for (const path of [draft, above])
      expect(await send('GET', path)).toMatchObject({
        publishedAt: null,
        trial: null,
        takenBack: { reason: 'notConfirmed', isRefused: false },
      });
  });

  test('is taken back soon after the database could not do it', async () => {
    await publish({ minutes: 5 });
    for (let look = 0; look < 12; look += 1) await pass(0.2);
    const fail = (name: string) => sql`
      create function ${sql.ref(name)}() returns trigger language plpgsql as 'begin raise exception ''broken''; end';`;
    await app.database.system(async db => {
      await fail('break_roles').execute(db);
      await sql`create trigger broken before update on roles for each row execute function break_roles()`.execute(
        db,
      );
    });
    await pass(3);
    expect(await change()).toBe('After');
    await app.database.system(db => sql`drop function break_roles() cascade`.execute(db));
    await pass(0.5);
    expect(await change()).toBe('Before');
  });

  test('ends when a member undoes it', async () => {
    const { changeId } = await publish({ minutes: 1 });
    await send('POST', `/changes/${changeId}/revert`);
    await pass(2);
    expect(await change()).toBe('Before');
    expect(await read()).toMatchObject({ trial: null, takenBack: null });
  });

  test('is refused where it could not be undone', async () => {
    const config = {
      host: 'mail.example.com',
      port: 587,
      fromEmail: 'from@example.com',
      auth: { user: 'u', pass: 'first secret' },
      templates: [],
    };
    const connectorId = 'simple-mail-transfer-protocol';
    const { id } = await send('POST', '/connectors', { connectorId, config });
    const other = { ...config, auth: { user: 'u', pass: 'second secret' } };
    const request = { method: 'PATCH', path: `/connectors/${id}`, body: { config: other } };
    await send('POST', `${draft}/requests`, request);
    const answer = await app.manage('POST', `${draft}/publish`, { trial: { minutes: 5 } });
    expect(answer.body.code).toBe('draft.not_revertible');
    expect(await read()).toMatchObject({ publishedAt: null, trial: null });
    expect(await change()).toBe('Before');
    await send('DELETE', `/connectors/${id}`);
  });
});
