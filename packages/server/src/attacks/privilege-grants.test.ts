import { managementRole } from '@gatehouse/contract/dialect.ts';
import { managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { type Machine, machineWith, managementScopes } from '../api/management/testing/tokens.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { createManagementApplication } from '../domain/applications.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';

const refused = { status: 403, body: { code: 'auth.grant_exceeds_own' } };

describe.each(databaseKinds)('a machine with a part of the management API on %s', kind => {
  let app: TestApp;
  let scopeIds: Record<string, string>;
  beforeAll(async () => {
    app = await startTestApp(kind);
    scopeIds = Object.fromEntries((await managementScopes(app)).map(({ id, name }) => [name, id]));
  });
  afterAll(() => app.close());

  const as =
    ({ token }: { token: string }) =>
    (method: string, path: string, body?: unknown) =>
      call(`${app.env.ENDPOINT}/api${path}`, { method, body, token });
  const powerOf = async (machine: Machine) => {
    const { scope = '' } = await requestToken(app.env.ENDPOINT, machine, {
      scope: managementPermissions.join(' '),
    });
    return (scope as string).split(' ').filter(Boolean).sort();
  };

  test('cannot make itself an administrator', async () => {
    const machine = await machineWith(app, ['applications:write', 'applications:read']);
    const call = as(machine);
    expect(await call('PATCH', `/applications/${machine.id}`, { isAdmin: true })).toMatchObject(refused);
    const roleIds = [managementRole.id];
    for (const method of ['POST', 'PUT'])
      expect(await call(method, `/applications/${machine.id}/roles`, { roleIds })).toMatchObject(refused);
    expect(await powerOf(machine)).toEqual(['applications:read', 'applications:write']);
    expect((await app.manage('GET', `/applications/${machine.id}`)).body.isAdmin).toBe(false);
  });

  test('neither sees nor makes secrets of machines that hold more, nor registers keys for them', async () => {
    const machine = await machineWith(app, ['applications:write', 'applications:read']);
    const call = as(machine);
    const { body: listed } = await call('GET', `/applications/${app.manager.id}/secrets`);
    expect(listed[0].value).toMatch(/•/);
    expect(listed[0].value).not.toBe(app.manager.secret);
    const secrets = `/applications/${app.manager.id}/secrets`;
    expect(await call('POST', secrets, { name: 'Mine' })).toMatchObject(refused);
    const rename = await call('PATCH', `${secrets}/${encodeURIComponent(listed[0].name)}`, { name: 'Mine' });
    expect(rename).toMatchObject(refused);
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
    ]);
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
    const jwks = { keys: [{ kty, crv, x, y, kid: 'mine', alg: 'ES256', use: 'sig' }] };
    expect(
      await call('PATCH', `/applications/${app.manager.id}`, { customClientMetadata: { jwks } }),
    ).toMatchObject(refused);
    // Its own equals are another matter, and so is a name.
    const equal = await machineWith(app, ['applications:read']);
    expect((await call('POST', `/applications/${equal.id}/secrets`, { name: 'Second' })).status).toBe(201);
    expect((await call('PATCH', `/applications/${app.manager.id}`, { name: 'Tests' })).status).toBe(200);
  });

  test('grants only permissions that it holds, by roles of its own and by roles of others', async () => {
    const machine = await machineWith(app, ['roles:write', 'users:read']);
    const call = as(machine);
    const role = (name: string, scopes: string[]) =>
      call('POST', '/roles', { name, description: 'x', type: 'MachineToMachine', scopeIds: scopes });
    expect(await role('Everything', [scopeIds.all!])).toMatchObject(refused);
    // By its other name it is the same.
    expect(await role('Everything', ['management-api-all'])).toMatchObject(refused);
    expect(await role('More', [scopeIds['users:read']!, scopeIds['users:write']!])).toMatchObject({
      ...refused,
      body: { ...refused.body, data: { permissions: ['users:write'] } },
    });
    const { body: readers } = await role('Readers', [scopeIds['users:read']!]);
    expect(
      await call('POST', `/roles/${readers.id}/scopes`, { scopeIds: [scopeIds['users:write']] }),
    ).toMatchObject(refused);
    const matrix = { roles: [{ id: readers.id, addScopeIds: [scopeIds['users:write']] }] };
    expect(await call('PATCH', '/roles/permissions', matrix)).toMatchObject(refused);
    for (const id of [managementRole.id, (await machineWith(app, ['configs:write'])).roleId])
      expect(await call('POST', `/roles/${id}/applications`, { applicationIds: [machine.id] })).toMatchObject(
        refused,
      );
    expect(
      (await call('POST', `/roles/${readers.id}/applications`, { applicationIds: [machine.id] })).status,
    ).toBe(201);
    expect(await powerOf(machine)).toEqual(['roles:write', 'users:read']);
  });

  test('brings nothing back by undoing what took it away, nor by undoing that', async () => {
    const machine = await machineWith(app, [
      'applications:read',
      'applications:write',
      'changes:read',
      'changes:write',
    ]);
    const target = `/applications/${machine.id}`;
    await app.manage('PATCH', target, { isAdmin: true });
    await app.manage('PATCH', target, { isAdmin: false });
    const { body: history } = await app.manage('GET', `/changes?objectId=${machine.id}`);
    const [taken, given] = history as { id: string }[];
    expect(await as(machine)('POST', `/changes/${taken!.id}/revert`)).toMatchObject(refused);
    const { body: undo } = await app.manage('POST', `/changes/${taken!.id}/revert`);
    const { body: redo } = await app.manage('POST', `/changes/${undo.id}/revert`);
    expect(await as(machine)('POST', `/changes/${redo.id}/revert`)).toMatchObject(refused);
    expect((await as(machine)('POST', `/changes/${given!.id}/revert`)).status).not.toBe(201);
    expect(await powerOf(machine)).not.toContain('all');
  });

  test('gains nothing from fifty requests at once, halves of one grant among them', async () => {
    const machine = await machineWith(app, ['roles:write', 'applications:write']);
    const call = as(machine);
    const { body: empty } = await call('POST', '/roles', {
      name: `Empty ${machine.id}`,
      description: 'x',
      type: 'MachineToMachine',
    });
    const attempts = Array.from({ length: 25 }).flatMap(() => [
      call('POST', `/roles/${empty.id}/scopes`, { scopeIds: [scopeIds.all] }),
      call('POST', `/applications/${machine.id}/roles`, { roleIds: [empty.id] }),
    ]);
    const answers = await Promise.all(attempts);
    expect(answers.some(({ status }) => status >= 500)).toBe(false);
    expect(await powerOf(machine)).toEqual(['applications:write', 'roles:write']);
  });

  test('of what it hands on while it loses it, nothing stays with it', async () => {
    const machine = await machineWith(app, ['roles:write', 'users:write']);
    const { body: writers } = await as(machine)('POST', '/roles', {
      name: `Writers ${machine.id}`,
      description: 'x',
      type: 'MachineToMachine',
      scopeIds: [scopeIds['users:write']],
    });
    await app.manage('DELETE', `/roles/${machine.roleId}/scopes/${scopeIds['users:write']}`);
    expect(
      await as(machine)('POST', `/roles/${writers.id}/applications`, { applicationIds: [machine.id] }),
    ).toMatchObject(refused);
    expect(await powerOf(machine)).toEqual(['roles:write']);
  });

  test('has no use in the tenant of the administrators', async () => {
    const all = await createManagementApplication(app.database, app.vault, {
      name: 'Operator',
      tenantId: 'admin',
    });
    const admin = app.env.ADMIN_ENDPOINT;
    const resource = 'https://admin.gatehouse.app/api';
    const { access_token: token } = await requestToken(admin, all, { scope: 'all', resource });
    const { body: resources } = await call(`${admin}/api/resources?includeScopes=true`, { token });
    const scopes = resources.find(({ indicator }: { indicator: string }) => indicator === resource).scopes;
    const { body: role } = await call(`${admin}/api/roles`, {
      method: 'POST',
      token,
      body: {
        name: 'Part',
        description: 'x',
        type: 'MachineToMachine',
        scopeIds: scopes.flatMap(({ id, name }: { id: string; name: string }) =>
          name === 'all' ? [] : [id],
        ),
      },
    });
    const { body: made } = await call(`${admin}/api/applications`, {
      method: 'POST',
      token,
      body: { name: 'Part', type: 'MachineToMachine' },
    });
    await call(`${admin}/api/applications/${made.id}/roles`, {
      method: 'POST',
      token,
      body: { roleIds: [role.id] },
    });
    const { body: secrets } = await call(`${admin}/api/applications/${made.id}/secrets`, { token });
    const part = await requestToken(
      admin,
      { id: made.id, secret: secrets[0].value },
      { scope: managementPermissions.join(' '), resource },
    );
    expect(part.scope).toContain('users:write');
    // Setting passwords there, or reading messages with codes, would give access to any administrator account.
    for (const path of ['/users', '/connectors', '/sign-in-exp'])
      expect(await call(`${admin}/api${path}`, { token: part.access_token })).toMatchObject({ status: 403 });
  });
});

describe('a collaborator of a tenant in the cloud', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: 'cloud' } });
  });
  afterAll(() => app.close());

  test('hands out areas, but neither the whole nor what machines with the whole hold', async () => {
    const owner = await createPerson(app, 'owner');
    const helper = await createPerson(app, 'helper');
    const { body: tenant } = await owner.cloud('POST', '/tenants', { name: 'Harbour' });
    const [invitation] = (
      await owner.member(tenant.id, 'POST', '/invitations', {
        invitee: [helper.email],
        roleName: 'collaborator',
      })
    ).body;
    await helper.cloud('PATCH', `/invitations/${invitation.id}/status`, { status: 'Accepted' });
    const machine = { name: 'Robot', type: 'MachineToMachine' };
    const { body: robot } = await owner.manage(tenant.id, 'POST', '/applications', machine);
    const promote = { isAdmin: true };
    const { body: own } = await helper.manage(tenant.id, 'POST', '/applications', {
      ...machine,
      name: 'Own',
    });
    expect(await helper.manage(tenant.id, 'PATCH', `/applications/${own.id}`, promote)).toMatchObject(
      refused,
    );
    expect((await owner.manage(tenant.id, 'PATCH', `/applications/${robot.id}`, promote)).status).toBe(200);
    const { body: secrets } = await helper.manage(tenant.id, 'GET', `/applications/${robot.id}/secrets`);
    expect(secrets[0].value).toMatch(/•/);
    const { body: resources } = await helper.manage(tenant.id, 'GET', '/resources?includeScopes=true');
    const areas = resources
      .flatMap(({ scopes }: { scopes: { id: string; name: string }[] }) => scopes)
      .filter(({ name }: { name: string }) => name !== 'all');
    const role = await helper.manage(tenant.id, 'POST', '/roles', {
      name: 'Areas',
      description: 'x',
      type: 'MachineToMachine',
      scopeIds: areas.map(({ id }: { id: string }) => id),
    });
    expect(role.status).toBe(200);
  });
});
