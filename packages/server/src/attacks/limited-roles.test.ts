import { management } from '@gatehouse/contract/apis.ts';
import { managementAudience, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { judgeForLimits } from '@gatehouse/contract/limited-requests.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Colleague, openWorkplace, type Workplace } from './testing/members.ts';

const wholeArea = {
  applications: ['applications:read', 'applications:write'],
  organizations: ['organizations:read', 'organizations:write', 'users:read'],
};

describe.each(['oss', 'cloud'])('roles limited to some objects (%s)', edition => {
  let app: TestApp;
  let place: Workplace;
  let owner: Colleague;
  let clerk: Colleague & { roleId: string };
  const ids = { ownApp: '', otherApp: '', ownOrg: '', otherOrg: '', stranger: '' };

  const made = async (path: string, body: unknown): Promise<string> => {
    const { status, body: answer, text } = await owner.manage('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${text}`);
    return answer.id;
  };

  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: edition } });
    place = await openWorkplace(app);
    owner = place.owner;
    for (const name of ['ownApp', 'otherApp'] as const)
      ids[name] = await made('/applications', { name, type: 'MachineToMachine' });
    for (const name of ['ownOrg', 'otherOrg'] as const) ids[name] = await made('/organizations', { name });
    ids.stranger = await made('/users', { username: 'stranger', name: 'Stranger' });
    await owner.manage('POST', `/organizations/${ids.otherOrg}/users`, { userIds: [ids.stranger] });
    clerk = await place.hireWith('clerk', [...wholeArea.applications, ...wholeArea.organizations], {
      applications: [ids.ownApp],
      organizations: [ids.ownOrg],
    });
  });
  afterAll(() => app.close());

  test('the chosen objects are listed, read and changed, and no others', async () => {
    const applications = await clerk.manage('GET', '/applications');
    expect(applications.body.map(({ id }: { id: string }) => id)).toEqual([ids.ownApp]);
    expect(applications.headers.get('total-number') ?? '1').toBe('1');
    const organizations = await clerk.manage('GET', '/organizations?showFeatured=true');
    expect(organizations.body.map(({ id }: { id: string }) => id)).toEqual([ids.ownOrg]);
    for (const [own, other] of [
      [`/applications/${ids.ownApp}`, `/applications/${ids.otherApp}`],
      [`/organizations/${ids.ownOrg}`, `/organizations/${ids.otherOrg}`],
    ] as const) {
      expect((await clerk.manage('GET', own)).status).toBe(200);
      expect((await clerk.manage('PATCH', own, { description: 'Mine' })).status).toBe(200);
      // Whether there is such an object is not told.
      const absent = other.replace(/[^/]+$/, 'absent');
      for (const path of [other, absent])
        for (const [method, body] of [['GET'], ['PATCH', { description: 'Mine' }], ['DELETE']] as const)
          expect(await clerk.manage(method, path, body), `${method} ${path}`).toMatchObject({
            status: 403,
            body: { code: 'auth.forbidden' },
          });
    }
    expect((await clerk.manage('GET', `/organizations/${ids.ownOrg}/users`)).status).toBe(200);
    expect((await clerk.manage('GET', `/organizations/${ids.otherOrg}/users`)).status).toBe(403);
    expect((await clerk.manage('GET', '/organization-roles')).status).toBe(200);
  });

  test('nothing outside of them is reached, by the list of another area or by a new object', async () => {
    for (const [method, path, body] of [
      ['GET', '/users'],
      ['GET', `/users/${ids.stranger}`],
      ['GET', '/changes'],
      ['GET', '/drafts'],
      ['GET', '/bundle'],
      ['GET', '/jobs'],
      ['POST', '/drafts', { name: 'Mine' }],
      ['POST', '/applications', { name: 'New', type: 'SPA' }],
      ['POST', '/organizations', { name: 'New' }],
      ['POST', '/saml-applications', { name: 'New' }],
      ['POST', '/organization-roles', { name: 'New' }],
      ['POST', `/organizations/${ids.ownOrg}/users`, { userIds: [ids.stranger] }],
      ['PUT', `/organizations/${ids.ownOrg}/users`, { userIds: [ids.stranger] }],
      ['POST', `/organizations/${ids.ownOrg}/applications`, { applicationIds: [ids.otherApp] }],
      ['POST', `/organizations/${ids.ownOrg}/jit/email-domains`, { emailDomain: 'rival.example' }],
      ['PUT', `/organizations/${ids.ownOrg}/jit/email-domains`, { emailDomains: ['rival.example'] }],
    ] as const)
      expect((await clerk.manage(method, path, body)).status, `${method} ${path}`).toBe(403);
    const { body: members } = await owner.manage('GET', `/organizations/${ids.ownOrg}/users`);
    expect(members).toEqual([]);
  });

  test('an object of one area shows none of the other, even where the role has both', async () => {
    for (const organization of [ids.ownOrg, ids.otherOrg])
      await owner.manage('POST', `/organizations/${organization}/applications`, {
        applicationIds: [ids.ownApp, ids.otherApp],
      });
    for (const path of [
      `/applications/${ids.ownApp}/organizations`,
      `/applications/${ids.ownApp}/users/${ids.stranger}/consent-organizations`,
      `/organizations/${ids.ownOrg}/applications`,
    ])
      expect((await clerk.manage('GET', path)).status, path).toBe(403);
  });

  test('no row of the management API answers for an object that was not chosen', async () => {
    const answered: string[] = [];
    const rows = Object.values(management).flatMap(area => Object.values<Row>(area));
    const isJudgedAlike = (row: Row) => ['by_handler', 'allowed'].includes(String(judgeForLimits(row)));
    for (const row of rows.filter(each => !isJudgedAlike(each))) {
      const other = row.path.startsWith('/organizations/') ? ids.otherOrg : ids.otherApp;
      const path = row.path.replace(/:\w+/, other).replaceAll(/:\w+/g, 'absent');
      const { status } = await clerk.manage(row.method.toUpperCase(), path);
      if (status !== 403 && row.permission !== 'public') answered.push(`${row.method} ${path} ${status}`);
    }
    expect(rows.length).toBeGreaterThan(300);
    expect(answered).toEqual([]);
    const alike = rows.filter(isJudgedAlike).map(({ method, path }) => `${method} ${path}`);
    expect(alike.toSorted()).toEqual([
      'delete /organization-invitations/:id',
      'get /applications',
      'get /organization-invitations',
      'get /organization-invitations/:id',
      'get /organization-roles',
      'get /organization-roles/:id',
      'get /organization-roles/:id/resource-scopes',
      'get /organization-roles/:id/scopes',
      'get /organization-scopes',
      'get /organization-scopes/:id',
      'get /organizations',
      'post /organization-invitations',
      'post /organization-invitations/:id/message',
      'put /organization-invitations/:id/status',
    ]);
  });

  test('invitations reach into the chosen organizations only, and only the invited user accepts them', async () => {
    const inviting = { inviterId: null, expiresAt: Date.now() + 86_400_000 };
    const send = (person: Colleague, organizationId: string, invitee: string) =>
      person.manage('POST', '/organization-invitations', { ...inviting, organizationId, invitee });
    const { body: other } = await send(owner, ids.otherOrg, 'rival@example.com');
    const own = await send(clerk, ids.ownOrg, 'guest@example.com');
    expect(own.status).toBe(201);
    expect((await send(clerk, ids.otherOrg, 'guest@example.com')).status).toBe(403);
    const { body: listed } = await clerk.manage('GET', '/organization-invitations');
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([own.body.id]);
    const filter = `?organizationId=${ids.otherOrg}`;
    expect((await clerk.manage('GET', `/organization-invitations${filter}`)).body).toEqual([]);
    const path = `/organization-invitations/${other.id}`;
    expect((await clerk.manage('GET', path)).status).toBe(403);
    expect((await clerk.manage('POST', `${path}/message`, {})).status).toBe(403);
    expect((await clerk.manage('PUT', `${path}/status`, { status: 'Revoked' })).status).toBe(403);
    expect((await clerk.manage('DELETE', path)).status).toBe(403);
    expect((await owner.manage('GET', path)).body.status).toBe('Pending');
    const accepted = { status: 'Accepted', acceptedUserId: ids.stranger };
    const ofOwn = `/organization-invitations/${own.body.id}`;
    expect((await clerk.manage('PUT', `${ofOwn}/status`, accepted)).status).toBe(403);
    expect((await clerk.manage('PUT', `${ofOwn}/status`, { status: 'Revoked' })).status).toBe(200);
    expect((await clerk.manage('DELETE', ofOwn)).status).toBe(204);
  });

  test('the secret of a chosen machine that holds more is not shown, and no permission is given to it', async () => {
    const { body: resources } = await owner.manage('GET', '/resources?includeScopes=true');
    const api = resources.find(
      ({ indicator }: { indicator: string }) => indicator === managementAudience(place.tenantId),
    );
    const scope = api.scopes.find(({ name }: { name: string }) => name === 'applications:write');
    const roleId = await made('/roles', {
      name: 'All applications',
      description: 'Writes applications',
      type: 'MachineToMachine',
      scopeIds: [scope.id],
    });
    const roles = `/applications/${ids.ownApp}/roles`;
    expect((await clerk.manage('POST', roles, { roleIds: [roleId] })).status).toBe(403);
    expect((await clerk.manage('PATCH', `/applications/${ids.ownApp}`, { isAdmin: true })).status).toBe(403);
    await owner.manage('POST', roles, { roleIds: [roleId] });
    const secrets = `/applications/${ids.ownApp}/secrets`;
    expect((await clerk.manage('POST', secrets, { name: 'mine' })).body.code).toBe('auth.grant_exceeds_own');
    const { body: shown } = await clerk.manage('GET', secrets);
    const { body: whole } = await owner.manage('GET', secrets);
    expect(whole[0].value).not.toContain('•');
    expect(shown.map(({ value }: { value: string }) => value)).not.toContain(whole[0].value);
    await owner.manage('DELETE', `${roles}/${roleId}`);
    expect((await clerk.manage('GET', secrets)).body[0].value).toBe(whole[0].value);
  });

  test('limits go with the permissions that can have them, for objects that exist, and hold at once', async () => {
    const create = (permissions: string[], limits: unknown) =>
      owner.member('POST', '/member-roles', { name: `Role ${JSON.stringify(limits)}`, permissions, limits });
    const limits = { applications: [ids.ownApp], organizations: [] };
    expect((await create(['applications:read', 'users:read'], limits)).body).toMatchObject({
      code: 'role.beyond_limits',
      data: { permissions: ['users:read'] },
    });
    expect((await create(['applications:read', 'invite:member'], limits)).status).toBe(422);
    expect((await create(['applications:read'], { ...limits, applications: [] })).status).toBe(400);
    expect((await create(['applications:read'], { ...limits, applications: ['absent'] })).status).toBe(422);

    const person = await place.hireWith('temp', ['applications:read'], limits);
    const { body: scopes } = await person.cloud(
      'GET',
      `/tenants/${place.tenantId}/members/${person.id}/scopes`,
    );
    expect(scopes).toContainEqual({ name: 'applications:read', isLimited: true });
    const change = (body: unknown) => owner.member('PATCH', `/member-roles/${person.roleId}`, body);
    const other = { applications: [ids.otherApp], organizations: [] };
    expect((await change({ limits: other })).body.limits).toEqual(other);
    expect((await person.manage('GET', `/applications/${ids.ownApp}`)).status).toBe(403);
    expect((await person.manage('GET', `/applications/${ids.otherApp}`)).status).toBe(200);
    expect((await change({ permissions: ['users:read'] })).body.code).toBe('role.beyond_limits');
    expect((await change({ limits: null })).body.limits).toBeNull();
    expect((await person.manage('GET', '/applications')).body.length).toBeGreaterThan(1);
  });

  test('a manager of roles limits to objects only what they hold everywhere', async () => {
    const manager = await place.hireWith('manager', ['update:member:role', 'applications:read']);
    const limits = { applications: [ids.ownApp], organizations: [] };
    const create = (name: string, permissions: string[]) =>
      manager.member('POST', '/member-roles', { name, permissions, limits });
    expect((await create('Writer', ['applications:write'])).body.code).toBe('auth.grant_exceeds_own');
    expect((await create('Reader', ['applications:read'])).status).toBe(201);
    const edit = { permissions: ['applications:read'] };
    expect((await manager.member('PATCH', `/member-roles/${clerk.roleId}`, edit)).body.code).toBe(
      'auth.grant_exceeds_own',
    );
    const { body: reader } = await create('Second reader', ['applications:read']);
    const given = await manager.member('PUT', `/members/${clerk.id}/roles`, { roleName: reader.id });
    expect(given.body.code).toBe('auth.grant_exceeds_own');
  });

  test('a server of the release before, which knows no limits, gives nothing', async () => {
    const row = await app.database
      .tenant('admin')
      .read(db =>
        db
          .selectFrom('memberRoles')
          .select('permissions')
          .where('organizationRoleId', '=', clerk.roleId)
          .where('organizationId', '=', tenantOrganizationId(place.tenantId))
          .executeTakeFirstOrThrow(),
      );
    expect(row.permissions).toEqual(['read:member']);
  });
});
