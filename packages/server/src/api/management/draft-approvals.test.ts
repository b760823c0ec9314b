import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { removeMember } from '../../domain/tenant-members.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { hireMember } from './testing/members.ts';
import { tokenWith } from './testing/tokens.ts';

type Member = Awaited<ReturnType<typeof hireMember>>;

const off = { repository: null, approval: 'none' };

describe.each(databaseKinds)('approvals of drafts on %s', kind => {
  let app: TestApp;
  let [anna, ben, cleo]: Member[] = [];
  let role: { id: string };
  let draft: string;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(kind);
    anna = await hireMember(app, 'anna');
    ben = await hireMember(app, 'ben');
    cleo = await hireMember(app, 'cleo', 'support');
  });
  afterAll(() => app.close());

  const rule = async (approval: string) => {
    await app.database
      .tenant('default')
      .write(testOrigin, tx => tx.delete('configs', { key: 'draftApproval' }));
    if (approval !== 'none') await ok(anna!, 'PUT', '/bundle/managed', { repository: null, approval });
  };
  beforeEach(async () => {
    count += 1;
    await rule('none');
    role = (await app.manage('POST', '/roles', { name: `Clerk ${count}`, description: 'Before' })).body;
    draft = `/drafts/${(await ok(anna!, 'POST', '/drafts', { name: `Draft ${count}` })).id}`;
    await add(anna!, 'After');
    await rule('drafts');
  });

  const ok = async ({ send }: Member, method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body);
    expect([path, answer.text, answer.status < 300]).toEqual([path, answer.text, true]);
    return answer.body;
  };
  const codeOf = async ({ send }: Member, method: string, path: string, body?: unknown) =>
    (await send(method, path, body)).body?.code;
  const add = (member: Member, description: string) =>
    ok(member, 'POST', `${draft}/requests`, {
      method: 'PATCH',
      path: `/roles/${role.id}`,
      body: { description },
    });
  const diff = () => ok(anna!, 'GET', `${draft}/diff`);
  const approve = async (member: Member) =>
    ok(member, 'PUT', `${draft}/approval`, { fingerprint: (await diff()).fingerprint });
  const publish = (member: Member) => member.send('POST', `${draft}/publish`, {});
  const description = async () => (await app.manage('GET', `/roles/${role.id}`)).body.description;

  test('a draft is published once a member other than its author has approved it', async () => {
    expect(await diff()).toMatchObject({ approval: 'needed', approvals: [] });
    expect((await publish(anna!)).body.code).toBe('draft.needs_approval');
    expect((await publish(ben!)).body.code).toBe('draft.needs_approval');
    const { fingerprint } = await diff();
    expect(await codeOf(anna!, 'PUT', `${draft}/approval`, { fingerprint })).toBe('draft.own_changes');
    expect(await description()).toBe('Before');
    await approve(ben!);
    expect(await diff()).toMatchObject({
      approval: 'given',
      approvals: [{ author: { kind: 'user', id: ben!.id, name: 'ben' }, isCurrent: true }],
    });
    expect((await publish(anna!)).status).toBe(200);
    expect(await description()).toBe('After');
    expect(await diff()).toMatchObject({ approval: 'notNeeded', approvals: [{ isCurrent: true }] });
  });

  test('each change is approved by a member who has not added it', async () => {
    await add(ben!, 'Later');
    await approve(ben!);
    expect((await publish(anna!)).body.code).toBe('draft.needs_approval');
    await approve(anna!);
    expect((await publish(anna!)).status).toBe(200);
    expect(await description()).toBe('Later');
  });

  test('an approval is for exactly what was shown', async () => {
    const { fingerprint } = await diff();
    await approve(ben!);
    await add(anna!, 'Something else');
    expect(await codeOf(ben!, 'PUT', `${draft}/approval`, { fingerprint })).toBe('draft.outdated_diff');
    expect(await diff()).toMatchObject({ approval: 'needed', approvals: [{ isCurrent: false }] });
    expect((await publish(anna!)).body.code).toBe('draft.needs_approval');
    await approve(ben!);
    // The live value that was shown has changed: the draft would overwrite something unseen.
    await app.manage('PATCH', `/roles/${role.id}`, { description: 'Meanwhile' });
    const overwritten = await anna!.send('POST', `${draft}/publish`, { overwrite: true });
    expect(overwritten.body.code).toBe('draft.needs_approval');
    expect(await description()).toBe('Meanwhile');
  });

  test('an approval ends when it is withdrawn, and no undo brings it back', async () => {
    await approve(ben!);
    await ok(ben!, 'DELETE', `${draft}/approval`);
    const [withdrawal] = await ok(anna!, 'GET', '/changes?page_size=1');
    expect(withdrawal).toMatchObject({ actor: { name: 'ben' }, isRevertible: false });
    expect(await codeOf(anna!, 'POST', `/changes/${withdrawal.id}/revert`)).toBe('change.not_revertible');
    expect((await publish(anna!)).body.code).toBe('draft.needs_approval');
    expect(await codeOf(ben!, 'DELETE', `${draft}/approval`)).toBe('entity.not_found');
  });

  test('an approval ends with the membership of its author', async () => {
    const dora = await hireMember(app, 'dora');
    await approve(dora);
    await app.database.tenant(adminTenantId).write(testOrigin, tx => removeMember(tx, 'default', dora.id));
    expect((await publish(anna!)).body.code).toBe('draft.needs_approval');
    // The tenant of the transaction is this one again after the look at the members.
    await approve(ben!);
    expect((await publish(anna!)).status).toBe(200);
    expect(await description()).toBe('After');
  });

  test('only people approve, and only what their role lets them change', async () => {
    const { fingerprint } = await diff();
    expect(await codeOf(cleo!, 'PUT', `${draft}/approval`, { fingerprint })).toBe('auth.forbidden');
    const machine = await app.manage('PUT', `${draft}/approval`, { fingerprint });
    expect(machine.body.code).toBe('auth.forbidden');
    expect((await app.manage('POST', `${draft}/publish`, {})).body.code).toBe('draft.needs_approval');
  });

  test('a member alone does not end the rule, and an approved draft does', async () => {
    await rule('everything');
    expect(await codeOf(anna!, 'PUT', '/bundle/managed', off)).toBe('draft.required');
    expect((await app.manage('PUT', '/bundle/managed', off)).body.code).toBe('draft.required');
    const [on] = await ok(anna!, 'GET', '/changes?page_size=1&objectKind=bundle');
    expect(await codeOf(anna!, 'POST', `/changes/${on.id}/revert`)).toBe('draft.required');
    await ok(anna!, 'POST', `${draft}/requests`, { method: 'PUT', path: '/bundle/managed', body: off });
    await approve(ben!);
    expect((await publish(anna!)).status).toBe(200);
    expect(await ok(anna!, 'GET', '/bundle/managed')).toEqual(off);
  });

  test('people change the configuration by approved drafts alone, and can take one back', async () => {
    await rule('everything');
    const body = { description: 'Directly' };
    expect(await codeOf(anna!, 'PATCH', `/roles/${role.id}`, body)).toBe('draft.required');
    await approve(ben!);
    const published = await publish(anna!);
    expect(published.status, published.text).toBe(200);
    expect(await description()).toBe('After');
    await ok(anna!, 'POST', `/changes/${published.body.changeId}/revert`);
    expect(await description()).toBe('Before');
    const [undo] = await ok(anna!, 'GET', '/changes?page_size=1');
    expect(await codeOf(anna!, 'POST', `/changes/${undo.id}/revert`)).toBe('draft.required');
    // Machines are granted what they may do, and users are no configuration.
    expect((await app.manage('PATCH', `/roles/${role.id}`, body)).status).toBe(200);
    expect((await anna!.send('POST', '/users', { username: `free_${kind}` })).status).toBe(200);
  });

  test('the undo of an approved draft does not end the rule', async () => {
    await rule('none');
    const on = { repository: null, approval: 'everything' };
    await ok(anna!, 'POST', `${draft}/requests`, { method: 'PUT', path: '/bundle/managed', body: on });
    const { changeId } = (await publish(anna!)).body;
    expect(await codeOf(anna!, 'POST', `/changes/${changeId}/revert`)).toBe('draft.required');
    expect(await description()).toBe('After');
  });

  test('an approval ends when its author is suspended', async () => {
    await approve(ben!);
    const people = app.database.tenant(adminTenantId);
    await people.write(testOrigin, tx => tx.update('users', { id: ben!.id }, { isSuspended: true }));
    expect((await publish(anna!)).body.code).toBe('draft.needs_approval');
    await people.write(testOrigin, tx => tx.update('users', { id: ben!.id }, { isSuspended: false }));
    expect((await publish(anna!)).status).toBe(200);
  });

  test('a member who could not end the rule does not approve that either', async () => {
    const eve = await hireMember(app, 'eve', 'developer');
    const mayApprove = async (member: typeof eve) => (await ok(member, 'GET', `${draft}/diff`)).mayApprove;
    expect([await mayApprove(anna!), await mayApprove(ben!), await mayApprove(eve)]).toEqual([
      false,
      true,
      true,
    ]);
    await approve(eve);
    await ok(anna!, 'POST', `${draft}/requests`, { method: 'PUT', path: '/bundle/managed', body: off });
    expect([await mayApprove(ben!), await mayApprove(eve)]).toEqual([true, false]);
    const { fingerprint } = await diff();
    expect((await diff()).mayApprove).toBe(false);
    expect(await codeOf(eve, 'PUT', `${draft}/approval`, { fingerprint })).toBe('auth.forbidden');
    await approve(ben!);
    expect((await publish(anna!)).status).toBe(200);
    await app.database.tenant(adminTenantId).write(testOrigin, tx => removeMember(tx, 'default', eve.id));
  });

  test('what a machine has added takes two members', async () => {
    draft = `/drafts/${(await app.manage('POST', '/drafts', { name: 'By a machine' })).body.id}`;
    const ending = { method: 'PUT', path: '/bundle/managed', body: off };
    expect((await app.manage('POST', `${draft}/requests`, ending)).status).toBe(201);
    await approve(anna!);
    expect(await diff()).toMatchObject({ approval: 'needed', approvals: [{ isCurrent: true }] });
    expect((await publish(anna!)).body.code).toBe('draft.needs_approval');
    expect(await ok(anna!, 'GET', '/bundle/managed')).toMatchObject({ approval: 'drafts' });
    await approve(ben!);
    expect((await publish(anna!)).status).toBe(200);
    expect(await ok(anna!, 'GET', '/bundle/managed')).toEqual(off);
  });

  test('a draft that was published without an approval is not undone without one', async () => {
    await approve(ben!);
    await add(anna!, 'Unseen');
    await rule('none');
    const { changeId } = (await publish(anna!)).body;
    expect(await diff()).toMatchObject({ approvals: [] });
    await rule('everything');
    expect(await codeOf(anna!, 'POST', `/changes/${changeId}/revert`)).toBe('draft.required');
    expect(await description()).toBe('Unseen');
  });

  test('the rule takes an administrator, and two members who can approve', async () => {
    await rule('none');
    const on = { repository: null, approval: 'drafts' };
    const token = await tokenWith(app, ['bundles:write']);
    const url = `${app.env.ENDPOINT}/api/bundle/managed`;
    const asMachine = await call(url, { method: 'PUT', token, body: on });
    expect(asMachine.body.code).toBe('auth.forbidden');
    const people = app.database.tenant(adminTenantId);
    await people.write(testOrigin, tx => tx.update('users', { id: ben!.id }, { isSuspended: true }));
    expect(await codeOf(anna!, 'PUT', '/bundle/managed', on)).toBe('draft.too_few_members');
    await people.write(testOrigin, tx => tx.update('users', { id: ben!.id }, { isSuspended: false }));
    await ok(anna!, 'PUT', '/bundle/managed', on);
  });
});
