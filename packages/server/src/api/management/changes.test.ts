import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, requestToken, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';
import { tokenWith } from './testing/tokens.ts';

describe.each(databaseKinds)('changes on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const createResource = async (name: string) => {
    const { body } = await app.manage('POST', '/resources', { name, indicator: `https://${name}.example` });
    return body as { id: string; indicator: string };
  };
  const changesOf = async (id: string) => (await app.manage('GET', `/changes?objectId=${id}`)).body;
  const revert = (id: string) => app.manage('POST', `/changes/${id}/revert`);

  test('a write is recorded with who, through what, before and after', async () => {
    const { id } = await createResource('history');
    const renamed = await app.manage('PATCH', `/resources/${id}`, { name: 'Renamed' });
    const [update, create] = await changesOf(id);
    expect(update).toMatchObject({
      actor: { kind: 'application', id: app.manager.id, name: 'Tests' },
      via: { method: 'PATCH', path: `/api/resources/${id}` },
      requestId: renamed.headers.get('gatehouse-request-id'),
      objectKind: 'resource',
      objectName: 'Renamed',
      summary: 'update',
      fields: [{ name: 'name', before: 'history', after: 'Renamed' }],
      isRevertible: true,
    });
    expect(create).toMatchObject({ summary: 'create', objectName: 'history' });
    expect((await app.manage('GET', `/changes/${update.id}`)).body).toEqual(update);
    expect(await app.manage('GET', '/changes/nothing')).toMatchObject({ status: 404 });
  });

  test('the answer to a write names its change if that can be undone', async () => {
    const nameOf = (answer: { headers: Headers }) => answer.headers.get('gatehouse-change-ids');
    const { id } = await createResource('named-change');
    const renamed = await app.manage('PATCH', `/resources/${id}`, { name: 'Renamed' });
    expect(nameOf(renamed)).toBe((await changesOf(id))[0].id);
    expect(nameOf(await app.manage('PATCH', `/resources/${id}`, { name: 'Renamed' }))).toBeNull();
    expect(nameOf(await app.manage('PATCH', `/resources/${id}`, { name: '' }))).toBeNull();
    expect(nameOf(await app.manage('GET', `/resources/${id}`))).toBeNull();
    const hook = { name: 'Keyed', events: ['User.Created'], config: { url: 'https://hook.example' } };
    const { body } = await app.manage('POST', '/hooks', hook);
    const rotated = await app.manage('PATCH', `/hooks/${body.id}/signing-key`);
    expect(rotated.status).toBe(200);
    expect(nameOf(rotated)).toBeNull();
    const undone = await app.manage('DELETE', `/resources/${id}`);
    const undo = await revert(String(nameOf(undone)));
    expect(nameOf(undo)).toBe(undo.body.id);
  });

  test('a change is about something that has a name, also where the answer has none', async () => {
    const { body: user } = await app.manage('POST', '/users', { username: 'nameless' });
    await app.manage('POST', `/users/${user.id}/mfa-verifications`, { type: 'Totp' });
    const { body: connector } = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Harbour Ltd.',
    });
    const { body: mailbox } = await app.manage('POST', '/connectors', { connectorId: 'development-mailbox' });
    expect((await changesOf(user.id))[0].objectName).toBe('nameless');
    expect((await changesOf(connector.id))[0].objectName).toBe('Harbour Ltd.');
    expect((await changesOf(mailbox.id))[0].objectName).toBe('Development mailbox');
  });

  test('changes are found by kind, actor and time', async () => {
    const { id } = await createResource('filters');
    const [change] = await changesOf(id);
    const find = async (query: string) =>
      (await app.manage('GET', `/changes?objectId=${id}&${query}`)).body.length;
    expect(await find('objectKind=resource')).toBe(1);
    expect(await find('objectKind=role')).toBe(0);
    expect(await find(`actorId=${app.manager.id}`)).toBe(1);
    expect(await find('actorId=nobody')).toBe(0);
    expect(await find(`start_time=${change.createdAt}&end_time=${change.createdAt}`)).toBe(1);
    expect(await find(`start_time=${change.createdAt + 1}`)).toBe(0);
  });

  test('changes of other objects are found by a kind that they wrote to', async () => {
    const { body: connector } = await app.manage('POST', '/connectors', {
      connectorId: 'github-universal',
      config: { clientId: 'id', clientSecret: 'secret' },
    });
    const { target } = connector;
    await app.manage('PATCH', '/sign-in-exp', { socialSignInConnectorTargets: [target] });
    await app.manage('DELETE', `/connectors/${connector.id}`);
    await createResource('later');
    const find = async (query: string) => (await app.manage('GET', `/changes?${query}&page_size=1`)).body[0];
    expect(await find('objectKind=sign-in-experience')).toMatchObject({ summary: 'update' });
    const deletion = await find('touchedKind=sign-in-experience');
    expect(deletion).toMatchObject({ objectKind: 'connector', objectId: connector.id, summary: 'delete' });
    expect(deletion.fields).toContainEqual({
      name: 'signInExperiences',
      before: expect.objectContaining({ socialSignInConnectorTargets: [target] }),
      after: expect.objectContaining({ socialSignInConnectorTargets: [] }),
    });
    expect((await app.manage('GET', '/changes?touchedKind=nothing')).status).toBe(400);
  });

  test('the changes of an object are found where a draft made them, and those of others are not', async () => {
    const create = async (name: string) =>
      (await app.manage('POST', '/roles', { name, description: 'Before' })).body.id;
    const [own, other] = [await create('Found in drafts'), await create('Left alone')];
    const { body: draft } = await app.manage('POST', '/drafts', { name: 'Of one role' });
    await app.manage('POST', `/drafts/${draft.id}/requests`, {
      method: 'PATCH',
      path: `/roles/${own}`,
      body: { description: 'After' },
    });
    await app.manage('POST', `/drafts/${draft.id}/publish`, {});
    const kindsOf = async (id: string) => {
      const { body } = await app.manage('GET', `/changes?touchedKind=role&objectId=${id}`);
      return body.map(({ objectKind }: { objectKind: string }) => objectKind);
    };
    expect(await kindsOf(own)).toEqual(['draft', 'role']);
    expect(await kindsOf(other)).toEqual(['role']);

    const withBatches = async (query: string) => {
      const { body } = await app.manage('GET', `/changes?withBatches=true&${query}`);
      return body.map(({ objectKind }: { objectKind: string }) => objectKind);
    };
    expect(await withBatches(`objectKind=role&objectId=${own}`)).toEqual(['draft', 'role']);
    expect(await withBatches(`objectKind=role&objectId=${other}`)).toEqual(['role']);
    expect(await withBatches(`objectKind=hook&objectId=${own}`)).toEqual([]);
    expect(await withBatches('objectKind=role&page_size=1')).toEqual(['draft']);
    expect(await withBatches(`objectKind=draft&objectId=${draft.id}&page_size=1`)).toEqual(['draft']);
  });

  test('a change shows no rows of areas that the caller cannot read', async () => {
    const { body: connector } = await app.manage('POST', '/connectors', {
      connectorId: 'gitlab-universal',
      config: { clientId: 'id', clientSecret: 'secret' },
    });
    await app.manage('PATCH', '/sign-in-exp', { socialSignInConnectorTargets: [connector.target] });
    await app.manage('DELETE', `/connectors/${connector.id}`);
    const deletionFor = async (...areas: ManagementPermission[]) => {
      const token = await tokenWith(app, ['changes:read', ...areas]);
      const query = `touchedKind=sign-in-experience&objectId=${connector.id}`;
      const { body } = await call(`${app.env.ENDPOINT}/api/changes?${query}`, { token });
      const [change] = body;
      const one = await call(`${app.env.ENDPOINT}/api/changes/${change.id}`, { token });
      expect(one.body.fields).toEqual(change.fields);
      return change.fields.map(({ name }: { name: string }) => name);
    };
    expect(await deletionFor('connectors:read', 'sign-in-experience:read')).toContain('signInExperiences');
    const narrow = await deletionFor('connectors:read');
    expect(narrow).toContain('connectorId');
    expect(narrow).not.toContain('signInExperiences');
  });

  test('an undo is a change of its own, and can be undone', async () => {
    const { id } = await createResource('undo');
    await app.manage('PATCH', `/resources/${id}`, { name: 'Second' });
    const [update] = await changesOf(id);
    const undone = await revert(update.id);
    expect(undone).toMatchObject({ status: 201, body: { reverts: update.id, summary: 'update' } });
    expect((await app.manage('GET', `/resources/${id}`)).body.name).toBe('undo');
    expect((await revert(undone.body.id)).status).toBe(201);
    expect((await app.manage('GET', `/resources/${id}`)).body.name).toBe('Second');
  });

  test('a deleted resource comes back with its scopes, and gets tokens again', async () => {
    const { id, indicator } = await createResource('phoenix');
    await app.manage('POST', `/resources/${id}/scopes`, { name: 'rise' });
    expect((await requestToken(app.env.ENDPOINT, app.manager, { resource: indicator })).status).toBe(200);
    await app.manage('DELETE', `/resources/${id}`);
    await expect
      .poll(async () => (await requestToken(app.env.ENDPOINT, app.manager, { resource: indicator })).status)
      .toBe(400);
    const [deletion] = await changesOf(id);
    expect(deletion.summary).toBe('delete');
    expect((await revert(deletion.id)).status).toBe(201);
    expect((await app.manage('GET', `/resources/${id}/scopes`)).body).toMatchObject([{ name: 'rise' }]);
    await expect
      .poll(async () => (await requestToken(app.env.ENDPOINT, app.manager, { resource: indicator })).status)
      .toBe(200);
  });

  test('409 names the fields that have changed since', async () => {
    const { id } = await createResource('conflict');
    await app.manage('PATCH', `/resources/${id}`, { name: 'Second' });
    const [update] = await changesOf(id);
    await app.manage('PATCH', `/resources/${id}`, { name: 'Third' });
    expect(await revert(update.id)).toMatchObject({
      status: 409,
      body: { code: 'change.conflict', data: { fields: ['name'] } },
    });
    expect((await app.manage('GET', `/resources/${id}`)).body.name).toBe('Third');
  });

  test('secrets appear as fingerprints, and a deleted one does not come back', async () => {
    const { body: application } = await app.manage('POST', '/applications', {
      name: 'Robot',
      type: 'MachineToMachine',
    });
    const path = `/applications/${application.id}/secrets`;
    const { body: secret } = await app.manage('POST', path, { name: 'extra' });
    await app.manage('DELETE', `${path}/extra`);
    const history = await app.manage('GET', `/changes?objectId=${application.id}`);
    expect(history.text).not.toContain(secret.value);
    expect(history.text).toContain('sha256:');
    expect(await revert(history.body[0].id)).toMatchObject({
      status: 422,
      body: { code: 'change.not_revertible' },
    });
  });

  describe('an undo', () => {
    const eventsAfter = async (work: () => Promise<unknown>) => {
      const read = () =>
        app.database.tenant('default').read(async db => {
          const rows = await db.selectFrom('events').select(['event', 'data']).orderBy('id').execute();
          const opened = await app.database.people.open(db, 'default', rows);
          return opened.map(({ value }) => value);
        });
      const known = (await read()).length;
      await work();
      return (await read()).slice(known);
    };
    const undoLast = async (id: string) => {
      const [change] = await changesOf(id);
      return eventsAfter(async () => expect((await revert(change.id)).status).toBe(201));
    };

    test('is told to webhooks as a write is', async () => {
      const build = createBuilders(app);
      const user = await build.user({ name: 'Ann' });
      await app.manage('PATCH', `/users/${user.id}`, { name: 'Anna' });
      expect(await undoLast(user.id)).toEqual([
        { event: 'User.Data.Updated', data: expect.objectContaining({ id: user.id, name: 'Ann' }) },
      ]);
      await app.manage('PATCH', `/users/${user.id}/is-suspended`, { isSuspended: true });
      expect(await undoLast(user.id)).toMatchObject([{ event: 'User.SuspensionStatus.Updated' }]);
      await app.manage('DELETE', `/users/${user.id}`);
      const [created, ...rest] = await undoLast(user.id);
      expect(created).toMatchObject({
        event: 'User.Created',
        data: { id: user.id, createdAt: expect.any(Number), hasPassword: false },
      });
      expect(created?.data).not.toHaveProperty('mfaVerifications');
      expect(rest).toEqual([]);
    });

    test('of relations says who came and who went', async () => {
      const build = createBuilders(app);
      const { id } = await build.organization();
      const [ann, bob] = [await build.user(), await build.user()];
      await app.manage('POST', `/organizations/${id}/users`, { userIds: [ann.id] });
      await app.manage('PUT', `/organizations/${id}/users`, { userIds: [bob.id] });
      const told = {
        event: 'Organization.Membership.Updated',
        data: { organizationId: id, addedUserIds: [ann.id], removedUserIds: [bob.id] },
      };
      expect(await undoLast(id)).toEqual([told]);
      await app.manage('DELETE', `/organizations/${id}`);
      expect(await undoLast(id)).toMatchObject([{ event: 'Organization.Created', data: { id } }]);
    });

    test('takes the permissions to read and to write what was changed', async () => {
      const { id } = await createResource('guarded');
      const [change] = await changesOf(id);
      const revertWith = async (...permissions: ManagementPermission[]) =>
        call(`${app.env.ENDPOINT}/api/changes/${change.id}/revert`, {
          method: 'POST',
          token: await tokenWith(app, permissions),
        });
      expect((await revertWith('changes:write', 'roles:write')).status).toBe(404);
      expect((await revertWith('changes:write', 'resources:write')).status).toBe(404);
      expect(await revertWith('changes:write', 'resources:read')).toMatchObject({
        status: 403,
        body: { code: 'auth.forbidden' },
      });
      expect((await revertWith('resources:read', 'resources:write')).status).toBe(403);
      expect((await revertWith('changes:write', 'resources:read', 'resources:write')).status).toBe(201);
    });
  });

  test('404 for a change that is not there', async () => {
    expect((await revert('nothing')).status).toBe(404);
  });
});
