import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { dayMs, hourMs, minuteMs } from '@gatehouse/contract/duration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { setMemberRole } from '../../domain/tenant-members.ts';
import { organizationRoleId } from '../../domain/tenants.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { hireMember } from './testing/members.ts';
import { machineWith } from './testing/tokens.ts';

type Member = Awaited<ReturnType<typeof hireMember>>;

describe.each(databaseKinds)('scheduled drafts on %s', kind => {
  let app: TestApp;
  let later = 0;
  let owner: Member;
  let role: { id: string };
  let draft: string;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(kind, { now: () => Date.now() + later });
    owner = await hireMember(app, 'owner');
  });
  afterAll(() => app.close());

  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await owner.send(method, path, body);
    expect([path, answer.text, answer.status < 300]).toEqual([path, answer.text, true]);
    return answer.body;
  };
  beforeEach(async () => {
    later = 0;
    count += 1;
    role = await ok('POST', '/roles', { name: `Clerk ${count}`, description: 'Before' });
    draft = `/drafts/${(await ok('POST', '/drafts', { name: `Draft ${count}` })).id}`;
    await ok('POST', `${draft}/requests`, asked('After'));
  });

  const asked = (description: string) => ({
    method: 'PATCH',
    path: `/roles/${role.id}`,
    body: { description },
  });
  const inAnHour = () => Date.now() + hourMs;
  const schedule = (at: number, others: object = {}) => ok('POST', `${draft}/publish`, { at, ...others });
  const pass = async (ms: number) => {
    later += ms;
    await app.app.services.jobs.runDue();
  };
  const read = () => ok('GET', draft);
  const description = async () => (await ok('GET', `/roles/${role.id}`)).description;
  const notPublished = (code: string) => ({
    publishedAt: null,
    schedule: null,
    takenBack: { reason: 'notPublished', isRefused: false, code },
  });

  test('a draft is published at its time, in the name of the member who scheduled it', async () => {
    const at = inAnHour();
    expect(await schedule(at)).toMatchObject({ publishedAt: null, schedule: { at } });
    expect((await owner.send('POST', `${draft}/requests`, asked('Else'))).body.code).toBe('draft.scheduled');
    expect((await owner.send('POST', `${draft}/publish`, {})).body.code).toBe('draft.scheduled');
    await pass(59 * minuteMs);
    expect(await description()).toBe('Before');
    await pass(2 * minuteMs);
    expect(await description()).toBe('After');
    const published = await read();
    expect(published).toMatchObject({ publishedAt: expect.any(Number), schedule: null, trial: null });
    const change = await ok('GET', `/changes/${published.changeId}`);
    expect(change.actor).toMatchObject({ kind: 'user', id: owner.id, name: 'owner', role: 'admin' });
    await ok('POST', `/changes/${published.changeId}/revert`);
    expect(await description()).toBe('Before');
  });

  test('a canceled schedule publishes nothing, and the draft can be changed and scheduled again', async () => {
    await schedule(inAnHour());
    expect(await ok('DELETE', `${draft}/schedule`)).toMatchObject({ schedule: null });
    expect((await owner.send('DELETE', `${draft}/schedule`)).body.code).toBe('draft.not_scheduled');
    await ok('POST', `${draft}/requests`, asked('Later'));
    await schedule(Date.now() + 3 * hourMs);
    await pass(2 * hourMs);
    expect(await description()).toBe('Before');
    await pass(hourMs + minuteMs);
    expect(await description()).toBe('Later');
  });

  test('what would be refused is refused at once', async () => {
    const codeOf = async (body: object) => (await owner.send('POST', `${draft}/publish`, body)).body.code;
    expect(await codeOf({ at: Date.now() - 1 })).toBe('draft.invalid_time');
    expect(await codeOf({ at: Date.now() + 91 * dayMs })).toBe('draft.invalid_time');
    expect(await codeOf({ at: inAnHour(), fingerprint: 'seen before' })).toBe('draft.outdated_diff');
    await ok('PATCH', `/roles/${role.id}`, { description: 'Meanwhile' });
    expect(await codeOf({ at: inAnHour() })).toBe('draft.conflict');
    await ok('DELETE', `/roles/${role.id}`);
    expect(await codeOf({ at: inAnHour() })).toBe('entity.not_exists');
    expect(await read()).toMatchObject({ schedule: null });
  });

  test('settings that were changed since are not overwritten', async () => {
    await schedule(inAnHour());
    await ok('PATCH', `/roles/${role.id}`, { description: 'Meanwhile' });
    await pass(61 * minuteMs);
    expect(await description()).toBe('Meanwhile');
    expect(await read()).toMatchObject(notPublished('draft.outdated_diff'));
    expect(await schedule(Date.now() + 3 * hourMs, { overwrite: true })).toMatchObject({ takenBack: null });
    await pass(2 * hourMs);
    expect(await description()).toBe('After');
  });

  test('a member who has lost the permission publishes nothing', async () => {
    const other = await hireMember(app, `other_${kind}`);
    const scheduled = await other.send('POST', `${draft}/publish`, { at: inAnHour() });
    expect(scheduled.status, scheduled.text).toBe(200);
    const people = app.database.tenant(adminTenantId);
    await people.write(testOrigin, tx =>
      setMemberRole(tx, 'default', other.id, {
        id: 'support',
        organizationRoleId: organizationRoleId('support'),
      }),
    );
    await pass(61 * minuteMs);
    expect(await description()).toBe('Before');
    expect(await read()).toMatchObject(notPublished('auth.forbidden'));
  });

  test('a machine whose secret was deleted publishes nothing', async () => {
    const machine = await machineWith(app, ['bundles:read', 'bundles:write', 'roles:write', 'roles:read']);
    const url = `${app.env.ENDPOINT}/api${draft}/publish`;
    const scheduled = await call(url, { method: 'POST', body: { at: inAnHour() }, token: machine.token });
    expect(scheduled.status, scheduled.text).toBe(200);
    const secrets = `/applications/${machine.id}/secrets`;
    const [{ name }] = await ok('GET', secrets);
    await ok('DELETE', `${secrets}/${encodeURIComponent(name)}`);
    await pass(61 * minuteMs);
    expect(await description()).toBe('Before');
    expect(await read()).toMatchObject(notPublished('auth.forbidden'));
  });

  test('it can begin a trial, which is taken back', async () => {
    await schedule(inAnHour(), { trial: { minutes: 5 } });
    await pass(61 * minuteMs);
    expect(await description()).toBe('After');
    expect(await read()).toMatchObject({ trial: { until: expect.any(Number) } });
    await pass(6 * minuteMs);
    expect(await description()).toBe('Before');
  });

  test('a server that was away for hours publishes nothing', async () => {
    await schedule(inAnHour());
    await pass(3 * hourMs);
    expect(await description()).toBe('Before');
    expect(await read()).toMatchObject(notPublished('draft.invalid_time'));
  });

  test('a tenant that is suspended at that time publishes nothing', async () => {
    const standing = (isSuspended: boolean) =>
      app.database
        .tenant('default')
        .write(testOrigin, tx => tx.update('tenants', { id: 'default' }, { isSuspended }));
    await schedule(inAnHour());
    await standing(true);
    await pass(61 * minuteMs);
    await standing(false);
    expect(await description()).toBe('Before');
    expect(await read()).toMatchObject(notPublished('subscription.tenant_suspended'));
  });

  test('neither a draft nor its history tells the permissions of the schedule', async () => {
    await schedule(inAnHour());
    expect(Object.keys((await read()).schedule)).toEqual(['at']);
    const [change] = await ok('GET', '/changes?page_size=1&objectKind=draft');
    expect(JSON.stringify(await ok('GET', `/changes/${change.id}`))).not.toContain('scopes');
  });

  test('a draft that is deleted is not published', async () => {
    await schedule(inAnHour());
    await ok('DELETE', draft);
    await pass(61 * minuteMs);
    expect(await description()).toBe('Before');
  });

  test('a member who withdraws the approval stops it', async () => {
    const approver = await hireMember(app, `approver_${kind}`);
    await ok('PUT', '/bundle/managed', { repository: null, approval: 'drafts' });
    const { fingerprint } = await ok('GET', `${draft}/diff`);
    const early = await owner.send('POST', `${draft}/publish`, { at: inAnHour() });
    expect(early.body.code).toBe('draft.needs_approval');
    await approver.send('PUT', `${draft}/approval`, { fingerprint });
    await schedule(inAnHour());
    expect((await approver.send('DELETE', `${draft}/approval`)).status).toBe(204);
    await pass(61 * minuteMs);
    expect(await description()).toBe('Before');
    expect(await read()).toMatchObject(notPublished('draft.needs_approval'));
  });
});
