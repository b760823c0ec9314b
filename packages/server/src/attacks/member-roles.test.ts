import {
  cloudAudience,
  managementAudience,
  managementRole,
  tenantOrganizationId,
} from '@gatehouse/contract/dialect.ts';
import { rolePermissions } from '@gatehouse/contract/member-roles.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { signInToConsole } from '../http/testing/console.ts';
import { type Colleague, openWorkplace, type Workplace } from './testing/members.ts';

describe.each(['oss', 'cloud'])('roles of members (%s)', edition => {
  let app: TestApp;
  let place: Workplace;
  let owner: Colleague;
  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: edition } });
    place = await openWorkplace(app);
    owner = place.owner;
  });
  afterAll(() => app.close());

  const exceedsOwn = (permissions: readonly string[]) => ({
    status: 403,
    body: { code: 'auth.grant_exceeds_own', data: { permissions } },
  });

  test('a role is made, given, changed and taken back, and each holds at once for the same token', async () => {
    const person = await place.hireWith('clerk', ['applications:read']);
    expect((await person.manage('GET', '/applications')).status).toBe(200);
    expect((await person.manage('GET', '/users')).status).toBe(403);
    expect(await person.permissions()).toEqual(['applications:read', 'read:member']);
    const changed = await owner.member('PATCH', `/member-roles/${person.roleId}`, {
      permissions: ['users:read'],
    });
    expect(changed.body).toMatchObject({ name: 'clerk', memberCount: 1, isBuiltIn: false });
    expect((await person.manage('GET', '/users')).status).toBe(200);
    expect((await person.manage('GET', '/applications')).status).toBe(403);
    expect((await person.manage('POST', '/users', { username: 'made' })).status).toBe(403);

    const { body: members } = await owner.member('GET', '/members');
    expect(members.find(({ id }: { id: string }) => id === person.id).organizationRoles).toEqual([
      { id: person.roleId, name: 'clerk' },
    ]);
    expect(await owner.member('DELETE', `/member-roles/${person.roleId}`)).toMatchObject({
      status: 422,
      body: { code: 'tenant.role_in_use' },
    });
    expect((await owner.member('PUT', `/members/${person.id}/roles`, { roleName: 'billing' })).status).toBe(
      204,
    );
    expect((await person.manage('GET', '/users')).status).toBe(403);
    expect((await owner.member('DELETE', `/member-roles/${person.roleId}`)).status).toBe(204);
    expect((await owner.member('DELETE', `/members/${person.id}`)).status).toBe(204);
    expect((await person.member('GET', '/members')).status).toBe(403);
  });

  test('an invitation brings the role, and a pending one keeps the role from being deleted', async () => {
    const roleId = await place.createRole('Guest book', ['users:read']);
    const guest = await createPerson(app, 'guest');
    const sent = await owner.member('POST', '/invitations', { invitee: [guest.email], roleName: roleId });
    expect(sent.body).toMatchObject([{ organizationRoles: [{ id: roleId, name: 'Guest book' }] }]);
    expect((await owner.member('DELETE', `/member-roles/${roleId}`)).status).toBe(422);
    const path = `/invitations/${sent.body[0].id}/status`;
    expect((await guest.cloud('PATCH', path, { status: 'Accepted' })).status).toBe(204);
    const { body: scopes } = await guest.cloud(
      'GET',
      `/tenants/${place.tenantId}/members/${guest.id}/scopes`,
    );
    expect(scopes.map(({ name }: { name: string }) => name).sort()).toEqual(['read:member', 'users:read']);
  });

  test('names are unlike each other and the built-in ones, and permissions are known ones', async () => {
    const id = await place.createRole('Night shift', ['logs:read']);
    const create = (name: string, permissions: string[]) =>
      owner.member('POST', '/member-roles', { name, permissions });
    expect((await create(' night SHIFT', ['logs:read'])).body.code).toBe('role.name_in_use');
    expect((await create('Admin', ['logs:read'])).body.code).toBe('role.name_in_use');
    for (const permission of ['all', 'read:data', 'write:data', 'delete:data', 'users:everything'])
      expect((await create('Wide', [permission])).status).toBe(400);
    expect(
      (await owner.member('PATCH', `/member-roles/${id}`, { description: 'After six' })).body,
    ).toMatchObject({
      name: 'Night shift',
      description: 'After six',
      permissions: ['read:member', 'logs:read'],
    });
    for (const builtIn of ['admin', 'support'])
      expect((await owner.member('PATCH', `/member-roles/${builtIn}`, { name: 'Mine' })).status).toBe(404);
  });

  test('no member gives, edits or removes more than they have', async () => {
    const manager = await place.hireWith('manager', [
      'update:member:role',
      'invite:member',
      'remove:member',
      'users:read',
    ]);
    const colleague = await place.hire('colleague', 'support');
    const wide = await place.createRole('Wide', ['users:read', 'users:write']);
    const narrow = await place.createRole('Narrow', ['users:read']);
    const give = (roleName: string, userId = colleague.id) =>
      manager.member('PUT', `/members/${userId}/roles`, { roleName });
    expect(await give(wide)).toMatchObject(exceedsOwn(['users:write']));
    expect(await give('admin', manager.id)).toMatchObject({ status: 403 });
    expect(await give('collaborator', manager.id)).toMatchObject({ status: 403 });
    // Support holds more than the manager, who could otherwise take it away.
    expect((await give(narrow)).body.code).toBe('auth.grant_exceeds_own');
    expect((await manager.member('DELETE', `/members/${colleague.id}`)).status).toBe(403);
    expect((await manager.member('DELETE', `/members/${owner.id}`)).status).toBe(403);
    expect((await give('auditor', owner.id)).status).toBe(403);
    const edits = [
      await manager.member('PATCH', `/member-roles/${wide}`, { permissions: ['users:read'] }),
      await manager.member('PATCH', `/member-roles/${narrow}`, { permissions: ['users:read', 'roles:read'] }),
      await manager.member('PATCH', `/member-roles/${manager.roleId}`, { permissions: ['manage:tenant'] }),
      await manager.member('DELETE', `/member-roles/${wide}`),
      await manager.member('POST', '/member-roles', { name: 'More', permissions: ['hooks:write'] }),
      await manager.member('POST', '/member-roles', { name: 'Money', permissions: ['manage:billing'] }),
      await manager.member('POST', '/invitations', { invitee: ['x@harbour.example'], roleName: 'admin' }),
      await manager.member('POST', '/invitations', { invitee: ['x@harbour.example'], roleName: wide }),
    ];
    expect(edits.map(({ status, body }) => [status, body.code])).toEqual(
      edits.map(() => [403, 'auth.grant_exceeds_own']),
    );
    const { body: sent } = await owner.member('POST', '/invitations', {
      invitee: ['chief@harbour.example'],
      roleName: 'admin',
    });
    const ofAdmin = `/invitations/${sent[0].id}`;
    const spoilt = [
      await manager.member('PATCH', `${ofAdmin}/status`, { status: 'Revoked' }),
      await manager.member('DELETE', ofAdmin),
    ];
    expect(spoilt.map(({ body }) => body.code)).toEqual(spoilt.map(() => 'auth.grant_exceeds_own'));
    const invited = await manager.member('POST', '/invitations', {
      invitee: ['y@harbour.example'],
      roleName: narrow,
    });
    expect(invited.status).toBe(201);
    // The invitation is revoked with the permission of its sender.
    await owner.member('PATCH', `/member-roles/${manager.roleId}`, { permissions: ['invite:member'] });
    const { body: invitations } = await owner.member('GET', '/invitations');
    const [{ status }] = invitations.filter(({ id }: { id: string }) => id === invited.body[0].id);
    expect(status).toBe('Revoked');
  });

  test('secrets are masked without the permission to write them, and hashes are for administrators', async () => {
    const { body: application } = await owner.manage('POST', '/applications', {
      name: 'Safe',
      type: 'Traditional',
    });
    const { body: user } = await owner.manage('POST', '/users', {
      username: 'holder',
      password: 'Abcd1234!',
    });
    const auditor = await place.hire('looker', 'auditor');
    const boss = await place.hireWith('boss', [...rolePermissions]);
    const secretsOf = async (person: Colleague) =>
      (await person.manage('GET', `/applications/${application.id}/secrets`)).body[0].value as string;
    expect(await secretsOf(auditor)).toContain('•');
    expect(await secretsOf(owner)).not.toContain('•');
    expect(await secretsOf(boss)).not.toContain('•');
    const hashOf = async (person: Colleague) =>
      (await person.manage('GET', `/users/${user.id}?includePasswordHash=true`)).status;
    expect(await hashOf(owner)).toBe(200);
    expect(await hashOf(boss)).toBe(403);
  });

  test('machines, webhooks and undo get no more from a member than the role has', async () => {
    const developer = await place.hireWith('builder', [
      'applications:write',
      'applications:read',
      'roles:write',
      'roles:read',
      'hooks:write',
      'changes:read',
      'changes:write',
    ]);
    const { body: machine } = await developer.manage('POST', '/applications', {
      name: 'Robot',
      type: 'MachineToMachine',
    });
    const grant = { roleIds: [managementRole.id] };
    const refused = [
      await developer.manage('POST', `/applications/${machine.id}/roles`, grant),
      await developer.manage('POST', '/hooks', {
        name: 'Tap',
        events: ['User.Created'],
        config: { url: 'https://harbour.example/hook' },
      }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual([
      'auth.grant_exceeds_own',
      'auth.grant_exceeds_own',
    ]);
    await owner.manage('POST', `/applications/${machine.id}/roles`, grant);
    await owner.manage('DELETE', `/applications/${machine.id}/roles/${managementRole.id}`);
    const { body: changes } = await developer.manage('GET', `/changes?objectId=${machine.id}`);
    const undone = await developer.manage('POST', `/changes/${changes[0].id}/revert`);
    expect(undone.status, undone.text).toBe(403);
  });

  test('the console sign-in is for administrators: with it one becomes another', async () => {
    const boss = await place.hireWith('landlord', [...rolePermissions]);
    for (const [method, path] of [
      ['GET', '/sign-in-exp'],
      ['PATCH', '/sign-in-exp'],
      ['GET', '/users'],
      ['GET', '/connectors'],
    ] as const) {
      const { status } = await call(`${app.env.ADMIN_ENDPOINT}/m/admin/api${path}`, {
        method,
        token: boss.membership,
        ...(method === 'PATCH' ? { body: {} } : {}),
      });
      expect([path, status]).toEqual([path, place.isCloud ? 404 : 403]);
    }
  });

  test('an administrator from the command line keeps nothing of it in a lower role', async () => {
    if (place.isCloud) return;
    const credentials = { username: 'from_the_shell', password: 'correct horse battery' };
    const { id } = await createAdministrator(app.database, credentials);
    const session = await signInToConsole(app, credentials);
    const held = await session.token({ resource: managementAudience('default') });
    const status = async (token: string, method: string, path: string) =>
      (await call(`${place.baseUrl}${path}`, { method, token, ...(method === 'GET' ? {} : { body: {} }) }))
        .status;
    expect(await status(held, 'GET', '/users')).toBe(200);
    for (const roleName of ['auditor', 'billing', await place.createRole('Reception', ['logs:read'])]) {
      expect((await owner.member('PUT', `/members/${id}/roles`, { roleName })).status).toBe(204);
      const renewed = await session.token({ resource: managementAudience('default') });
      for (const token of [held, renewed]) {
        expect(await status(token, 'POST', '/applications')).toBe(403);
        expect(await status(token, 'GET', '/users')).toBe(roleName === 'auditor' ? 200 : 403);
      }
    }
    expect((await owner.member('PUT', `/members/${id}/roles`, { roleName: 'admin' })).status).toBe(204);
    expect(
      await status(await session.token({ resource: managementAudience('default') }), 'GET', '/users'),
    ).toBe(200);
    expect((await owner.member('DELETE', `/members/${id}`)).status).toBe(204);
  });

  test('the history has the role by which a member acted', async () => {
    const writer = await place.hireWith('Librarian', ['applications:write']);
    const { body: made } = await writer.manage('POST', '/applications', { name: 'Shelf', type: 'SPA' });
    const { body: own } = await owner.manage('POST', '/applications', { name: 'Desk', type: 'SPA' });
    const actorOf = async (id: string) =>
      (await owner.manage('GET', `/changes?objectId=${id}`)).body[0].actor;
    expect(await actorOf(made.id)).toMatchObject({ kind: 'user', role: 'Librarian' });
    expect(await actorOf(own.id)).toMatchObject({ kind: 'user', role: 'admin' });
  });

  test('a token that is worth less than the role stays so', async () => {
    const token = await owner.session.token({
      organization_id: tenantOrganizationId(place.tenantId),
      scope: 'read:member',
    });
    const ask = (method: string, path: string, body?: unknown) =>
      call(`${app.env.ADMIN_ENDPOINT}/api/tenants/${place.tenantId}${path}`, { method, token, body });
    expect((await ask('GET', '/member-roles')).status).toBe(200);
    const made = await ask('POST', '/member-roles', { name: 'Sneak', permissions: ['users:read'] });
    expect(made.status).toBe(403);
  });

  test('of two administrators who demote each other at once, one stays', async () => {
    const other = await place.hire('second', 'admin');
    const swap = (actor: Colleague, target: Colleague, roleName: string) =>
      actor.member('PUT', `/members/${target.id}/roles`, { roleName });
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([swap(owner, other, 'auditor'), swap(other, owner, 'auditor')]);
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      const [stays, left] = answers[0]!.status === 204 ? [owner, other] : [other, owner];
      const alone = await swap(stays, stays, 'auditor');
      expect(alone.body.code).toBe('tenant.last_administrator');
      expect((await swap(stays, left, 'admin')).status).toBe(204);
    }
  });

  test('who gives a role while losing the right to has done it before or not at all', async () => {
    const roleId = await place.createRole('Prize', ['users:read']);
    const giver = await place.hireWith('giver', ['update:member:role', 'users:read']);
    const taker = await place.hireWith('taker', ['roles:read']);
    await owner.member('PATCH', `/member-roles/${taker.roleId}`, { permissions: ['users:read'] });
    const [lost, ...given] = await Promise.all([
      owner.member('PATCH', `/member-roles/${giver.roleId}`, { permissions: ['logs:read'] }),
      ...Array.from({ length: 6 }, () =>
        giver.member('PUT', `/members/${taker.id}/roles`, { roleName: roleId }),
      ),
    ]);
    expect(lost!.status).toBe(200);
    expect(given.every(({ status }) => status === 204 || status === 403)).toBe(true);
    const after = await giver.member('PUT', `/members/${taker.id}/roles`, { roleName: roleId });
    expect(after.status).toBe(403);
  });

  test('no sequence of calls gains a permission, for oneself or for others', async () => {
    const own = ['update:member:role', 'invite:member', 'remove:member', 'users:read', 'roles:read'];
    const climber = await place.hireWith('climber', own);
    const held = await climber.permissions();
    const mate = await place.hireWith('mate', ['roles:read']);
    const roles = [
      climber.roleId,
      mate.roleId,
      await place.createRole('Tower', ['hooks:write', 'users:read']),
    ];
    const names = [...roles, 'admin', 'collaborator', 'developer', 'support', 'auditor', 'billing'];
    const people = [climber.id, mate.id, owner.id];
    const some = fc.uniqueArray(fc.constantFrom(...rolePermissions), { minLength: 1, maxLength: 4 });
    const any = fc.oneof(fc.constant(own), some);
    let count = 0;
    const step = fc.oneof(
      any.map(permissions => ({ method: 'POST', path: '/member-roles', body: { permissions } })),
      fc.tuple(fc.constantFrom(...roles), any).map(([id, permissions]) => ({
        method: 'PATCH',
        path: `/member-roles/${id}`,
        body: { permissions },
      })),
      fc.constantFrom(...roles).map(id => ({ method: 'DELETE', path: `/member-roles/${id}` })),
      fc
        .tuple(fc.constantFrom(...people), fc.constantFrom(...names))
        .map(([id, roleName]) => ({ method: 'PUT', path: `/members/${id}/roles`, body: { roleName } })),
      fc.constantFrom(mate.id, owner.id).map(id => ({ method: 'DELETE', path: `/members/${id}` })),
      fc.constantFrom(...names).map(roleName => ({
        method: 'POST',
        path: '/invitations',
        body: { invitee: ['next@harbour.example'], roleName },
      })),
    );
    const rolesNow = async () =>
      new Map<string, string[]>(
        (await owner.member('GET', '/member-roles')).body.map(
          ({ id, permissions }: { id: string; permissions: string[] }) => [id, permissions],
        ),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async steps => {
        for (const { method, path, body } of steps.map(each => ({ body: undefined, ...each }))) {
          const before = await rolesNow();
          count += 1;
          const named =
            path === '/member-roles' ? { name: `Role ${count}`, ...(body as object | undefined) } : body;
          const answer = await climber.member(method, path, named);
          expect(answer.status, answer.text).toBeLessThan(500);
          for (const [id, permissions] of await rolesNow())
            if (JSON.stringify(before.get(id)) !== JSON.stringify(permissions))
              expect(held).toEqual(expect.arrayContaining(permissions));
        }
        const now = await climber.permissions();
        expect(held).toEqual(expect.arrayContaining(now));
        const { body: members } = await owner.member('GET', '/members');
        const isThere = (id: string) => members.some((member: { id: string }) => member.id === id);
        expect(isThere(owner.id)).toBe(true);
        const all = await rolesNow();
        for (const { id, organizationRoles } of members) {
          if (id !== mate.id && id !== climber.id) continue;
          const [role] = organizationRoles;
          if (role) expect([...held, 'roles:read']).toEqual(expect.arrayContaining(all.get(role.id) ?? []));
        }
        const { body: invitations } = await owner.member('GET', '/invitations');
        for (const { inviterName, status, organizationRoles } of invitations)
          if (inviterName === 'climber' && status === 'Pending')
            expect(held).toEqual(expect.arrayContaining(all.get(organizationRoles[0].id) ?? []));
        // Back to the beginning, as far as it was changed.
        await owner.member('PATCH', `/member-roles/${climber.roleId}`, { permissions: own });
        await owner.member('PUT', `/members/${climber.id}/roles`, { roleName: climber.roleId });
      }),
      { numRuns: 25, seed: 20_261_119, endOnFailure: true },
    );
  }, 120_000);

  test('a role is worth nothing in another tenant', async () => {
    const neighbour = await createPerson(app, `neighbour_${edition}`);
    const foreign = await place.hireWith(`foreign`, ['update:member:role', 'users:read']);
    const token = await neighbour.session.token({ resource: cloudAudience });
    const look = await call(`${app.env.ADMIN_ENDPOINT}/api/tenants/${place.tenantId}/member-roles`, {
      token,
    });
    expect(look.status).toBe(401);
    if (!place.isCloud) return;
    const { body: other } = await neighbour.cloud('POST', '/tenants', { name: 'Next door' });
    const there = (method: string, path: string, body?: unknown) =>
      call(`${app.env.ADMIN_ENDPOINT}${path}`, { method, token: foreign.membership, body });
    expect((await there('GET', `/m/${other.id}/api/users`)).status).toBe(401);
    expect((await there('GET', `/api/tenants/${other.id}/member-roles`)).status).toBe(401);
    const member = (method: string, path: string, body?: unknown) =>
      neighbour.member(other.id, method, path, body);
    const answers = [
      await member('PATCH', `/member-roles/${foreign.roleId}`, { name: 'Mine now' }),
      await member('DELETE', `/member-roles/${foreign.roleId}`),
      await member('PUT', `/members/${neighbour.id}/roles`, { roleName: foreign.roleId }),
      await member('POST', '/invitations', { invitee: ['z@harbour.example'], roleName: foreign.roleId }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const { body: roles } = await member('GET', '/member-roles');
    expect(roles.every(({ isBuiltIn }: { isBuiltIn: boolean }) => isBuiltIn)).toBe(true);
  });
});
