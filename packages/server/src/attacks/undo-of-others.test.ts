import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

const forbidden = { status: 403, body: { code: 'auth.forbidden' } };
const exceeds = (permission: ManagementPermission) => ({
  status: 403,
  body: { code: 'auth.grant_exceeds_own', data: { permissions: [permission] } },
});
const history = ['changes:read', 'changes:write'] as const;

describe.each(databaseKinds)('an undo on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const as = (token: string) => (method: string, path: string, body?: unknown) =>
    call(`${app.env.ENDPOINT}/api${path}`, { method, body, token });
  const holding = async (...permissions: ManagementPermission[]) => as(await tokenWith(app, permissions));
  const lastChange = async (filter: string) =>
    (await app.manage('GET', `/changes?${filter}`)).body[0] as { id: string };

  /** A user with a role and a place in an organization. */
  const createMember = async (name: string) => {
    const { body: user } = await app.manage('POST', '/users', { username: name });
    const { body: organization } = await app.manage('POST', '/organizations', { name });
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [user.id] });
    const { body: role } = await app.manage('POST', '/roles', { name, description: 'x' });
    await app.manage('POST', `/users/${user.id}/roles`, { roleIds: [role.id] });
    return { userId: user.id as string, organizationId: organization.id as string };
  };
  const runJob = async (job: object) => {
    const { body } = await app.manage('POST', '/users/jobs', job);
    await expect
      .poll(async () => (await app.manage('GET', `/users/jobs/${body.id}`)).body.state, { timeout: 20_000 })
      .toBe('done');
    return lastChange(`objectKind=user-job&objectId=${body.id}`);
  };

  test('of a bulk change takes the permission to write users, not only to read them', async () => {
    const { userId } = await createMember(`reader_${kind}`);
    const change = await runJob({ kind: 'suspend', userIds: [userId] });
    const undo = `/changes/${change.id}/revert`;
    expect(await (await holding('users:read', ...history))('POST', undo)).toMatchObject(forbidden);
    expect(await (await holding('users:read', 'users:write', 'changes:read'))('POST', undo)).toMatchObject(
      forbidden,
    );
    expect((await (await holding('users:write', ...history))('POST', undo)).status).toBe(404);
    expect((await call(`${app.env.ENDPOINT}/api${undo}`, { method: 'POST' })).status).toBe(401);
    const writer = await holding('users:read', 'users:write', ...history);
    expect((await writer('POST', undo)).status).toBe(201);
  });

  test('of a change, and the change itself, is for callers that can read its object', async () => {
    const { userId } = await createMember(`seen_${kind}`);
    const { id } = await lastChange(`objectKind=user&objectId=${userId}`);
    const read = async (...permissions: ManagementPermission[]) =>
      (await holding(...permissions))('GET', `/changes/${id}`);
    expect((await read('changes:read')).status).toBe(404);
    expect((await read('users:read')).status).toBe(403);
    expect((await read('users:read', 'changes:read')).body).toMatchObject({ id, objectId: userId });
  });

  test('brings no one back into an organization without the permission for organizations', async () => {
    const { userId, organizationId } = await createMember(`member_${kind}`);
    const change = await runJob({ kind: 'delete', userIds: [userId] });
    const undo = `/changes/${change.id}/revert`;
    const writer = await holding('users:read', 'users:write', ...history);
    expect(await writer('POST', undo)).toMatchObject(exceeds('organizations:write'));
    expect((await app.manage('GET', `/users/${userId}`)).status).toBe(404);
    const both = await holding('users:read', 'users:write', 'organizations:write', ...history);
    expect((await both('POST', undo)).status).toBe(201);
    const { body: members } = await app.manage('GET', `/organizations/${organizationId}/users`);
    expect(members).toMatchObject([{ id: userId }]);
  });

  test('brings no permission back to a role without the permission for roles', async () => {
    const { body: resource } = await app.manage('POST', '/resources', {
      name: 'Ledger',
      indicator: `https://ledger.example/${kind}`,
    });
    const { body: scope } = await app.manage('POST', `/resources/${resource.id}/scopes`, { name: 'pay' });
    const { body: role } = await app.manage('POST', '/roles', {
      name: `Payers ${kind}`,
      description: 'x',
      scopeIds: [scope.id],
    });
    await app.manage('DELETE', `/resources/${resource.id}/scopes/${scope.id}`);
    const change = await lastChange(`objectKind=resource&objectId=${resource.id}`);
    const undo = `/changes/${change.id}/revert`;
    const writer = await holding('resources:read', 'resources:write', ...history);
    expect(await writer('POST', undo)).toMatchObject(exceeds('roles:write'));
    const both = await holding('resources:read', 'resources:write', 'roles:write', ...history);
    expect((await both('POST', undo)).status).toBe(201);
    const { body: scopes } = await app.manage('GET', `/roles/${role.id}/scopes`);
    expect(scopes).toMatchObject([{ id: scope.id }]);
  });

  test('of the same change succeeds once of ten times at once', async () => {
    const { userId } = await createMember(`parallel_${kind}`);
    for (const job of ['suspend', 'delete'] as const) {
      const change = await runJob({ kind: job, userIds: [userId] });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => app.manage('POST', `/changes/${change.id}/revert`)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    }
  });
});

test('a change of another tenant cannot be undone', async () => {
  const app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: 'cloud' } });
  const [owner, stranger] = [await createPerson(app, 'owner'), await createPerson(app, 'stranger')];
  const { body: tenant } = await owner.cloud('POST', '/tenants', { name: 'Harbour' });
  const { body: other } = await stranger.cloud('POST', '/tenants', { name: 'Lighthouse' });
  const { body: user } = await owner.manage(tenant.id, 'POST', '/users', { username: 'ada' });
  await owner.manage(tenant.id, 'DELETE', `/users/${user.id}`);
  const { body: changes } = await owner.manage(tenant.id, 'GET', `/changes?objectId=${user.id}`);
  const undo = `/changes/${changes[0].id}/revert`;
  expect((await stranger.manage(other.id, 'POST', undo)).status).toBe(404);
  expect((await owner.manage(tenant.id, 'POST', undo)).status).toBe(201);
  await app.close();
});
