import { defaultTenantId, managementAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPerson, liftQuota } from '../api/cloud/testing/people.ts';
import { createManagementApplication } from '../domain/applications.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Doors, type Fields, keyOf, openDoors, signJwt } from './testing/jwt-doors.ts';
import { enter, password } from './testing/people.ts';

describe('tokens that were issued for something else', () => {
  let app: TestApp;
  let opened: Doors;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    opened = await openDoors(app);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app.close());

  const isManaging = (token: string) => opened.doors['the management API'].isOpen(token);

  test('[V9.2.2] tokens of one kind are not taken for another', async () => {
    const { doors, key, user } = opened;
    const claims = doors['the management API'].claims();
    for (const typ of [undefined, 'JWT', 'id+jwt', 'logout+jwt', 'dpop+jwt', 'token-introspection+jwt'])
      expect([typ, await isManaging(await signJwt(claims, { typ }, key))]).toEqual([typ, false]);
    await app.manage('POST', '/users', { username: 'bob', password });
    const { tokens } = await enter(app, { username: 'bob' });
    const { id_token: idToken, access_token: opaque, refresh_token: refreshToken } = tokens;
    for (const token of [user.idToken, user.accessToken, user.jwt, idToken, opaque, refreshToken])
      expect(await isManaging(token)).toBe(false);
    const signed = await signJwt(claims, { typ: 'at+jwt' }, key);
    for (const token of [user.idToken, user.jwt, app.token, signed])
      expect((await call(`${app.env.ENDPOINT}/oidc/me`, { token })).status).toBe(401);
    expect(await doors['a subject token'].isOpen(user.idToken)).toBe(false);
    expect(await doors['an ID token as a hint'].isOpen(user.jwt)).toBe(false);
    expect((await call(`${app.env.ENDPOINT}/oidc/me`, { token: user.accessToken })).status).toBe(200);
  });

  test('[V9.2.1] a token that has expired opens nothing', async () => {
    const { access_token: token } = await requestToken(app.env.ENDPOINT, app.manager, { scope: 'all' });
    expect(await isManaging(token)).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    expect(await isManaging(token)).toBe(false);
  });

  test('[V9.2.3, V9.2.4, V10.3.1] a token for another API opens no other, whatever its permissions are called', async () => {
    const resource = 'https://other.example/api';
    const { body: api } = await app.manage('POST', '/resources', { name: 'Other', indicator: resource });
    const { body: scope } = await app.manage('POST', `/resources/${api.id}/scopes`, { name: 'all' });
    const { body: role } = await app.manage('POST', '/roles', {
      name: 'Other',
      description: 'Other',
      type: 'MachineToMachine',
      scopeIds: [scope.id],
    });
    await app.manage('POST', `/applications/${app.manager.id}/roles`, { roleIds: [role.id] });
    const answer = await requestToken(app.env.ENDPOINT, app.manager, { resource, scope: 'all' });
    expect(answer.scope).toBe('all');
    expect(await isManaging(answer.access_token)).toBe(false);
    // No second API can be registered under an audience that is taken.
    const taken = await app.manage('POST', '/resources', { name: 'Twin', indicator: resource });
    expect(taken.status).toBe(422);
  });

  test('[V9.2.3] a token with several audiences is taken by none of them: each could pass it on to the others', async () => {
    const { doors, key } = opened;
    const own = managementAudience('default');
    for (const aud of [
      [own, 'https://evil.example'],
      ['https://evil.example', own],
      [own, own],
      [[own]],
      { 0: own },
    ]) {
      const claims = { ...doors['the management API'].claims(), aud };
      expect([aud, await isManaging(await signJwt(claims, { typ: 'at+jwt' }, key))]).toEqual([aud, false]);
    }
  });

  test('[V10.3.3] a token stands for its user, not for a name that belongs to another user by now', async () => {
    const create = async (username: string) =>
      (await app.manage('POST', '/users', { username, password })).body.id as string;
    await app.manage('PATCH', '/account-center', { enabled: true, fields: { username: 'ReadOnly' } });
    const id = await create('reused');
    const { send } = await enter(app, { username: 'reused' });
    await app.manage('PATCH', `/users/${id}`, { username: 'renamed' });
    expect(await create('reused')).not.toBe(id);
    const { body } = await send('GET', '/my-account');
    expect(body).toMatchObject({ id, username: 'renamed' });
  });

  test('a client assertion counts once, for its client and for this provider', async () => {
    const { doors, key, robotKey } = opened;
    const door = doors['a client assertion'];
    const token = await signJwt(door.claims(), {}, robotKey);
    const answers = await Promise.all(Array.from({ length: 10 }, () => door.isOpen(token)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const by = (claims: Fields) => signJwt({ ...door.claims(), ...claims }, {}, robotKey);
    const attacks = {
      'no jti': by({ jti: undefined }),
      'no exp': by({ exp: undefined }),
      'another subject': by({ sub: app.manager.id }),
      'another client': by({ sub: app.manager.id, iss: app.manager.id }),
      'our own key': signJwt(door.claims(), {}, key),
    };
    for (const [attack, forged] of Object.entries(attacks))
      expect([attack, await door.isOpen(await forged)]).toEqual([attack, false]);
  });
});

describe('keys of another tenant', () => {
  let app: TestApp;
  let opened: Doors;
  let neighbour: { id: string; issuer: string };
  beforeAll(async () => {
    app = await startTestApp('postgresql', {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path' },
    });
    await liftQuota(app, defaultTenantId);
    opened = await openDoors(app);
    const owner = await createPerson(app, 'neighbour');
    const { body } = await owner.cloud('POST', '/tenants', { name: 'Neighbour', tag: 'development' });
    const tenant = await app.app.services.tenants.get(body.id);
    neighbour = { id: body.id, issuer: tenant!.issuer };
  });
  afterAll(() => app.close());

  test.each(['another customer', 'the admin tenant'])(
    '%s: its key opens nothing, under any issuer or kid',
    async whose => {
      const { doors, key } = opened;
      const admin = await app.app.services.tenants.admin();
      const { id, issuer } = whose === 'another customer' ? neighbour : admin;
      const foreign = await keyOf(app, id);
      for (const name of ['the management API', 'a subject token', 'an ID token as a hint'] as const) {
        const door = doors[name];
        for (const header of [{}, { kid: key.kid }, { kid: undefined }])
          for (const iss of [door.claims().iss, issuer]) {
            const token = await signJwt({ ...door.claims(), iss }, { ...door.header, ...header }, foreign);
            expect([name, header, iss, await door.isOpen(token)]).toEqual([name, header, iss, false]);
          }
        // Our own key does not speak for their issuer either.
        const token = await signJwt({ ...door.claims(), iss: issuer }, door.header, key);
        expect([name, await door.isOpen(token)]).toEqual([name, false]);
      }
    },
  );

  test('a token that the other tenant really issued opens nothing here, and ours nothing there', async () => {
    const home = `${app.env.ENDPOINT}/t/${neighbour.id}`;
    const machine = await createManagementApplication(app.database, app.vault, {
      name: 'Theirs',
      tenantId: neighbour.id,
    });
    const resource = managementAudience(neighbour.id);
    const { access_token: theirs } = await requestToken(home, machine, { resource, scope: 'all' });
    expect((await call(`${home}/api/applications`, { token: theirs })).status).toBe(200);
    expect((await call(`${app.env.ENDPOINT}/api/applications`, { token: theirs })).status).toBe(401);
    expect((await call(`${home}/api/applications`, { token: app.token })).status).toBe(401);
    expect(
      (await call(`${app.env.ADMIN_ENDPOINT}/m/${neighbour.id}/api/applications`, { token: app.token }))
        .status,
    ).toBe(401);
  });
});
