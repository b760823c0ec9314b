import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { systemOrigin } from '../domain/origins.ts';
import { eraseUser } from '../erasure/erase-user.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { storedFiles, tracesIn } from './testing/stored-bytes.ts';

const person = {
  primaryEmail: 'Wilhelmina.Traceable@example.com',
  primaryPhone: '4915199988877',
  username: 'wilhelmina_traceable',
  name: 'Wilhelmina Traceable-Person',
};
const former = 'former-address-of-wilhelmina@example.com';
const providerId = 'provider-id-of-wilhelmina-778899';
const traces = [...Object.values(person), former, providerId];
const day = 24 * 60 * 60 * 1000;

const tracesOf = async (app: TestApp) => tracesIn(await storedFiles(app), traces);

describe.each(databaseKinds)('erasure on %s', kind => {
  let app: TestApp;
  let receiver: Server;
  let now = Date.now();
  const received: string[] = [];
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => received.push(text));
      request.on('end', () => response.end(received.at(-1)));
    });
    await new Promise<void>(resolve => receiver.listen(0, resolve));
    app = await startTestApp(kind, { now: () => now });
    const { port } = receiver.address() as AddressInfo;
    const events = ['User.Created', 'User.Data.Updated', 'Identifier.Lockout'];
    const config = { url: `http://localhost:${port}` };
    await app.manage('POST', '/hooks', { name: 'Receiver', events, config });
  });
  afterAll(async () => {
    await app.close();
    receiver.close();
  });

  const changesOf = async (id: string) => (await app.manage('GET', `/changes?objectId=${id}`)).body;

  /** A user who has left traces in every place that keeps any. */
  const createPerson = async () => {
    const { body: user } = await app.manage('POST', '/users', {
      ...person,
      primaryEmail: former,
      password: 'correct horse battery',
      customData: { note: person.name },
      profile: { nickname: person.name },
    });
    await app.manage('PATCH', `/users/${user.id}`, { primaryEmail: person.primaryEmail });
    await app.database.tenant('default').send(db =>
      db
        .updateTable('users')
        .set({ identities: { mock: { userId: providerId } } })
        .where('id', '=', user.id)
        .execute(),
    );
    await app.manage('PATCH', `/users/${user.id}`, { avatar: `https://example.com/${providerId}.png` });
    await app.manage('POST', '/one-time-tokens', { email: person.primaryEmail });
    const { body: organization } = await app.manage('POST', '/organizations', { name: 'Guild' });
    await app.manage('POST', '/organization-invitations', {
      organizationId: organization.id,
      invitee: former,
      expiresAt: Date.now() + day,
    });
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [user.id] });
    for (const password of ['wrong', 'correct horse battery']) {
      const { step } = await visit(app, 'SignIn');
      const identifier = { type: 'username', value: person.username };
      const { body } = await step('POST', '/experience/verification/password', { identifier, password });
      if (!body.verificationId) continue;
      await step('POST', '/experience/identification', { verificationId: body.verificationId });
      await step('POST', '/experience/submit');
    }
    await app.manage('POST', '/users/jobs', { kind: 'suspend', userIds: [user.id] });
    await app.app.services.jobs.runDue();
    await app.app.services.audit.flush();
    return user.id as string;
  };

  test('a person leaves nothing in a dump or in any file, and the history stays', async () => {
    const id = await createPerson();
    expect(received.join()).toContain(person.primaryEmail);
    expect((await tracesOf(app)).length).toBeGreaterThan(0);
    const before = await changesOf(id);
    expect(JSON.stringify(before)).toContain(former);

    expect((await app.manage('POST', `/users/${id}/erase`)).status).toBe(204);

    expect(await tracesOf(app)).toEqual([]);
    const after = await changesOf(id);
    for (const { id: changeId, actor, createdAt, summary, fields } of before) {
      const kept = after.find((change: { id: string }) => change.id === changeId);
      expect(kept).toMatchObject({ actor, createdAt, summary, isErased: true, isRevertible: false });
      const names = (list: { name: string }[]) => list.map(({ name }) => name);
      expect(names(kept.fields)).toEqual(names(fields));
    }
    expect(after.length).toBeGreaterThan(before.length);
    expect((await app.manage('POST', `/users/${id}/erase`)).status).toBe(204);
    expect((await app.manage('POST', '/users/nobody/erase')).status).toBe(404);
  });

  test('a deletion can be undone for 30 days, and then the person is erased', async () => {
    const id = await createPerson();
    const remove = () => app.manage('DELETE', `/users/${id}`);
    const runErasures = () => app.app.services.jobs.runSchedule('erasures');
    await remove();
    now += 29 * day;
    await runErasures();
    const [deletion] = await changesOf(id);
    expect((await app.manage('POST', `/changes/${deletion.id}/revert`)).status).toBe(201);
    expect((await app.manage('GET', `/users/${id}`)).body).toMatchObject(person);
    now += 29 * day;
    await runErasures();
    expect((await app.manage('GET', `/users/${id}`)).status).toBe(200);

    await remove();
    now += 90 * day;
    await runErasures();
    expect(await tracesOf(app)).toEqual([]);
    const last = (await changesOf(id)).find((change: { summary: string }) => change.summary === 'delete');
    expect((await app.manage('POST', `/changes/${last.id}/revert`)).body.code).toBe('change.not_revertible');
  });

  test('an erased administrator is unreadable in the history of every tenant', async () => {
    const { database } = app;
    const administrator = { id: 'erasedadmin1', username: 'administrator_to_erase' };
    const actor = { kind: 'user' as const, id: administrator.id, name: person.name };
    const origin = { actor, requestId: 'request', via: { method: 'POST', path: '/api/roles' } };
    await database.tenant('admin').write(origin, tx => tx.insert('users', administrator));
    const role = { id: 'role-of-admin', name: 'Role', description: 'Made by an administrator' };
    await database.tenant('default').write(origin, tx => tx.insert('roles', role));
    const actorOf = async () => (await changesOf(role.id))[0].actor;
    expect(await actorOf()).toEqual({ ...actor, role: null });
    const target = { tenantId: 'admin', userId: administrator.id, now };
    expect(await eraseUser(app.app.services, systemOrigin('test'), target)).toBe(true);
    expect(await actorOf()).toEqual({ ...actor, role: null, name: null });
    expect(await tracesOf(app)).toEqual([]);
  });

  test('ends the sign-ins under way of that user alone, however common the name is', async () => {
    const { body: user } = await app.manage('POST', '/users', { username: 'login' });
    const device = await app.manage('POST', '/applications', {
      name: 'Television',
      type: 'Native',
      oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
      customClientMetadata: { isDeviceFlow: true },
    });
    for (const hint of ['Login', 'somebody-else'])
      await fetch(`${app.env.ENDPOINT}/oidc/device/auth`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: device.body.id, scope: 'openid', login_hint: hint }),
      });
    const listHints = async () => {
      const kept = await app.database
        .tenant('default')
        .read(db =>
          db
            .selectFrom('oidcModelInstances')
            .select('payload')
            .where('modelName', '=', 'DeviceCode')
            .execute(),
        );
      return kept
        .map(({ payload }) => (payload as { params?: { login_hint?: string } }).params?.login_hint)
        .sort();
    };
    expect(await listHints()).toEqual(['Login', 'somebody-else']);
    const [other, own] = [await visit(app, 'SignIn'), await visit(app, 'SignIn', { login_hint: 'Login' })];
    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(204);
    expect(await listHints()).toEqual(['somebody-else']);
    const begin = { interactionEvent: 'SignIn' };
    expect((await other.step('PUT', '/experience', begin)).status).toBe(204);
    expect((await own.step('PUT', '/experience', begin)).status).not.toBe(204);
  });
});
