import { managementRole } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';
import { managementScopes } from './testing/tokens.ts';

type Scope = { id: string; name: string };
type Listed = { id: string; scopeIds: string[] };

describe.each(anyDatabase)('permissions of several roles at once on %s', kind => {
  let app: TestApp;
  let build: ReturnType<typeof createBuilders>;
  let first: Scope;
  let second: Scope;
  beforeAll(async () => {
    app = await startTestApp(kind);
    build = createBuilders(app);
    first = await build.scope();
    second = await build.scope();
  });
  afterAll(() => app.close());

  const createRole = async (name: string, fields: object = {}) =>
    (await app.manage('POST', '/roles', { name, description: name, ...fields })).body as Scope;
  const change = (path: string, ...roles: object[]) => app.manage('PATCH', `${path}/permissions`, { roles });
  const changesOf = async (id: string) => (await app.manage('GET', `/changes?objectId=${id}`)).body;
  const held = async (search: string) => {
    const { body } = await app.manage('GET', `/roles/permissions?search=%25${search}%25`);
    return Object.fromEntries((body as Listed[]).map(({ id, scopeIds }) => [id, scopeIds.sort()]));
  };

  test('[ENT-7] one save is one change in the history of each role, and one undo takes it back', async () => {
    const editor = await createRole('Grid editor', { scopeIds: [first.id] });
    const viewer = await createRole('Grid viewer');
    const other = await createRole('Grid other', { scopeIds: [second.id] });
    const before = { [editor.id]: [first.id], [viewer.id]: [], [other.id]: [second.id] };
    expect(await held('Grid')).toEqual(before);
    const saved = await change(
      '/roles',
      { id: viewer.id, addScopeIds: [first.id, second.id] },
      // Both as they already are: two people can have the same idea.
      { id: editor.id, addScopeIds: [first.id, second.id], removeScopeIds: ['gone'] },
    );
    expect(saved.status).toBe(204);
    const both = [first.id, second.id].sort();
    expect(await held('Grid')).toEqual({ [editor.id]: both, [viewer.id]: both, [other.id]: [second.id] });

    const [ofEditor] = await changesOf(editor.id);
    const [ofViewer] = await changesOf(viewer.id);
    expect(ofEditor).toMatchObject({ objectKind: 'role', objectId: '*', summary: 'update' });
    expect(ofEditor.objectName.split(', ').sort()).toEqual(['Grid editor', 'Grid viewer']);
    expect(ofViewer.id).toBe(ofEditor.id);
    expect((await changesOf(other.id))[0].summary).toBe('create');
    expect((await app.manage('POST', `/changes/${ofEditor.id}/revert`)).status).toBe(201);
    expect(await held('Grid')).toEqual(before);
    expect((await changesOf(viewer.id))[0].reverts).toBe(ofEditor.id);

    await change('/roles', { id: other.id, removeScopeIds: [second.id] });
    expect((await changesOf(other.id))[0]).toMatchObject({ objectId: other.id, objectName: 'Grid other' });
    expect(await change('/roles', { id: other.id, removeScopeIds: [second.id] })).toMatchObject({
      status: 204,
    });
    expect(await changesOf(other.id)).toHaveLength(2);
  });

  test('nothing of a save is kept if one role refuses it', async () => {
    const user = await createRole('Undivided');
    const all = (await managementScopes(app)).find(({ name }) => name === 'all')!;
    const fine = { id: user.id, addScopeIds: [first.id] };
    expect(await change('/roles', fine, { id: managementRole.id, addScopeIds: [first.id] })).toMatchObject({
      status: 403,
      body: { code: 'role.internal_role_violation' },
    });
    expect(await change('/roles', fine, { id: user.id, addScopeIds: [all.id] })).toMatchObject({
      status: 400,
      body: { code: 'role.management_api_scopes_not_assignable_to_user_role' },
    });
    for (const wrong of [{ id: 'gone' }, { id: user.id, addScopeIds: ['gone'] }])
      expect((await change('/roles', fine, wrong)).status).toBe(404);
    expect(await held('Undivided')).toEqual({ [user.id]: [] });
  });

  test('[ENT-9] organization roles change together too, in the organization and in APIs', async () => {
    const { body: invite } = await app.manage('POST', '/organization-scopes', { name: 'grid:invite' });
    const owner = await build.organizationRole();
    const member = await build.organizationRole();
    const path = '/organization-roles';
    const saved = await change(
      path,
      { id: owner.id, addOrganizationScopeIds: [invite.id], addScopeIds: [first.id] },
      { id: member.id, addScopeIds: [second.id] },
    );
    expect(saved.status).toBe(204);
    const read = async () => {
      const { body } = await app.manage('GET', `${path}?page_size=100`);
      const ids = (scopes: Scope[]) => scopes.map(({ id }) => id);
      return [owner, member].map(({ id }) => {
        const role = body.find((each: { id: string }) => each.id === id);
        return [...ids(role.scopes), ...ids(role.resourceScopes)];
      });
    };
    expect(await read()).toEqual([[invite.id, first.id], [second.id]]);
    const [latest] = await changesOf(member.id);
    expect(latest).toMatchObject({ objectKind: 'organization-role', objectId: '*' });
    await change(path, { id: owner.id, removeOrganizationScopeIds: [invite.id], removeScopeIds: [first.id] });
    expect(await read()).toEqual([[], [second.id]]);
    // The first change can only be undone as a whole, and half of it is gone.
    expect((await app.manage('POST', `/changes/${latest.id}/revert`)).status).toBe(409);
    expect(await read()).toEqual([[], [second.id]]);

    const all = (await managementScopes(app)).find(({ name }) => name === 'all')!;
    expect(await change(path, { id: owner.id, addScopeIds: [all.id] })).toMatchObject({ status: 400 });
    expect(await change(path, { id: owner.id, addScopeIds: ['gone'] })).toMatchObject({ status: 422 });
  });
});
