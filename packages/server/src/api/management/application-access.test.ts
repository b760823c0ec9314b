import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { systemOrigin } from '../../domain/origins.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { enterAccount } from '../account/testing/enter.ts';
import { visit } from '../experience/testing/visit.ts';
import { createBuilders } from './testing/builders.ts';

describe.each(anyDatabase)('looks, consent and access of applications on %s', kind => {
  let app: TestApp;
  let build: ReturnType<typeof createBuilders>;
  beforeAll(async () => {
    app = await startTestApp(kind);
    build = createBuilders(app);
  });
  afterAll(() => app.close());

  const thirdParty = () => build.application({ type: 'Traditional', isThirdParty: true });

  test('[ENT-3] 404 before, 201 first, 200 later: how an application looks', async () => {
    const { id } = await build.application({ type: 'SPA' });
    const path = `/applications/${id}/sign-in-experience`;
    expect((await app.manage('GET', path)).body.code).toBe('entity.not_exists_with_id');
    const created = await app.manage('PUT', path, { displayName: 'Shop', termsOfUseUrl: '' });
    expect(created).toMatchObject({
      status: 201,
      body: { displayName: 'Shop', termsOfUseUrl: '', color: {}, branding: {}, privacyPolicyUrl: null },
    });
    const updated = await app.manage('PUT', path, { color: { primaryColor: '#ff0000' } });
    expect(updated).toMatchObject({
      status: 200,
      body: { displayName: 'Shop', color: { primaryColor: '#ff0000' } },
    });
    expect((await app.manage('GET', path)).body).toEqual(updated.body);
    expect((await app.manage('PUT', '/applications/none/sign-in-experience', {})).status).toBe(404);
  });

  test('200 deletes the single secret of an older application, once', async () => {
    const { id } = await build.application();
    const path = `/applications/${id}/legacy-secret`;
    expect((await app.manage('DELETE', path)).body.code).toBe('application.no_legacy_secret_found');
    await app.database
      .tenant('default')
      .write(systemOrigin('test'), tx =>
        tx.update('applications', { id }, { secret: app.vault.seal('old') }),
      );
    expect(await app.manage('DELETE', path)).toMatchObject({ status: 200, body: { id } });
    expect((await app.manage('DELETE', path)).status).toBe(400);
  });

  test('200 lists the organizations of a machine, and leaves them out of its pickers', async () => {
    const machine = await build.application();
    const organization = await build.organization();
    const role = await build.organizationRole('MachineToMachine');
    const members = `/organizations/${organization.id}/applications`;
    await app.manage('POST', members, { applicationIds: [machine.id] });
    await app.manage('POST', `${members}/${machine.id}/roles`, { organizationRoleIds: [role.id] });
    expect((await app.manage('GET', `/applications/${machine.id}/organizations`)).body).toMatchObject([
      { id: organization.id, organizationRoles: [{ id: role.id, name: role.name }] },
    ]);
    const others = await app.manage('GET', `/applications?excludeOrganizationId=${organization.id}`);
    expect(others.body.map(({ id }: { id: string }) => id)).not.toContain(machine.id);
  });

  test('the ceiling of a third-party application is set, read and lowered', async () => {
    const { id } = await thirdParty();
    const api = await build.scope();
    const { body: own } = await app.manage('POST', '/organization-scopes', { name: `see:${id}` });
    const path = `/applications/${id}/user-consent-scopes`;
    const body = {
      organizationScopes: [own.id],
      resourceScopes: [api.id],
      organizationResourceScopes: [api.id],
      userScopes: ['email', 'profile'],
    };
    expect((await app.manage('POST', path, body)).status).toBe(201);
    expect((await app.manage('POST', path, body)).status).toBe(201);
    const onResource = [{ resource: { id: api.resourceId }, scopes: [{ id: api.id, name: api.name }] }];
    expect((await app.manage('GET', path)).body).toMatchObject({
      organizationScopes: [{ id: own.id }],
      resourceScopes: onResource,
      organizationResourceScopes: onResource,
      userScopes: ['email', 'profile'],
    });
    expect((await app.manage('DELETE', `${path}/resource-scopes/${api.id}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/resource-scopes/${api.id}`)).status).toBe(404);
    expect((await app.manage('DELETE', `${path}/user-scopes/email`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/nonsense/email`)).status).toBe(400);
    expect((await app.manage('GET', path)).body).toMatchObject({
      resourceScopes: [],
      userScopes: ['profile'],
    });
  });

  test('422 for our own applications, unknown permissions and the management API', async () => {
    const { id } = await thirdParty();
    const first = await build.application({ type: 'Traditional' });
    const add = async (application: string, body: object) =>
      (await app.manage('POST', `/applications/${application}/user-consent-scopes`, body)).body;
    expect((await add(first.id, { userScopes: ['email'] })).code).toBe(
      'application.third_party_application_only',
    );
    expect(await add(id, { resourceScopes: ['none'] })).toMatchObject({
      code: 'application.user_consent_scopes_not_found',
      data: { invalidScopes: ['none'] },
    });
    const { body: resources } = await app.manage('GET', '/resources?includeScopes=true');
    const management = resources.find(({ name }: { name: string }) => name === 'Management API');
    expect((await add(id, { resourceScopes: [management.scopes[0].id] })).code).toBe(
      'application.consent_management_api_scopes_not_allowed',
    );
  });

  test('a user lets an application see organizations that they belong to, as long as they do', async () => {
    const { id } = await thirdParty();
    const user = await build.user();
    const [mine, other] = [await build.organization(), await build.organization()];
    await app.manage('POST', `/organizations/${mine.id}/users`, { userIds: [user.id] });
    const path = `/applications/${id}/users/${user.id}/consent-organizations`;
    expect((await app.manage('POST', path, { organizationIds: [mine.id, other.id] })).body.code).toBe(
      'organization.require_membership',
    );
    expect((await app.manage('POST', path, { organizationIds: [mine.id] })).status).toBe(201);
    const listed = await app.manage('GET', path);
    expect(listed.body.organizations).toMatchObject([{ id: mine.id }]);
    expect(listed.headers.get('total-number')).toBe('1');
    expect((await app.manage('PUT', path, { organizationIds: [] })).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/${mine.id}`)).status).toBe(404);
    await app.manage('PUT', path, { organizationIds: [mine.id] });
    await app.manage('DELETE', `/organizations/${mine.id}/users/${user.id}`);
    expect((await app.manage('GET', path)).body.organizations).toEqual([]);
    const first = await build.application({ type: 'SPA' });
    const ownPath = `/applications/${first.id}/users/${user.id}/consent-organizations`;
    expect((await app.manage('GET', ownPath)).status).toBe(422);
  });

  test('200 replaces who may sign in to an application', async () => {
    const { id } = await build.application({ type: 'SPA' });
    const [user, organization, role] = [
      await build.user(),
      await build.organization(),
      await build.organizationRole(),
    ];
    const path = `/applications/${id}/access-control`;
    const nobody = { userIds: [], userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
    expect((await app.manage('GET', path)).body).toEqual(nobody);
    const rules = {
      ...nobody,
      userIds: [user.id],
      organizationIds: [organization.id],
      organizationRoleRules: [{ organizationId: organization.id, organizationRoleIds: [role.id] }],
    };
    expect(await app.manage('PUT', path, rules)).toMatchObject({ status: 200, body: rules });
    expect((await app.manage('GET', path)).body).toEqual(rules);
    expect((await app.manage('PUT', path, { ...nobody, userIds: ['none'] })).status).toBe(422);
    expect((await app.manage('GET', path)).body).toEqual(rules);
    expect((await app.manage('PUT', path, nobody)).body).toEqual(nobody);
    const enabled = await app.manage('PATCH', `/applications/${id}`, { appLevelAccessControlEnabled: true });
    expect(enabled.body.appLevelAccessControlEnabled).toBe(true);
  });

  test('[ENT-1] an application that limits itself admits the users that it names, and refuses others immediately', async () => {
    const redirectUris = [`${app.env.ENDPOINT}/demo-app`];
    const { id } = await build.application({
      type: 'SPA',
      oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
    });
    const { user, browser, token } = await enterAccount(app, 'access_ada', {}, id);
    const userInfo = async () => (await call(`${app.env.ENDPOINT}/oidc/me`, { token })).status;
    const knock = async () => {
      const { page } = await visit(app, undefined, { client_id: id }, browser);
      const { searchParams } = new URL(page.address);
      return searchParams.get('error') ?? (searchParams.has('code') ? 'in' : page.address);
    };
    expect([await userInfo(), await knock()]).toEqual([200, 'in']);
    await app.manage('PATCH', `/applications/${id}`, { appLevelAccessControlEnabled: true });
    expect([await userInfo(), await knock()]).toEqual([401, 'access_denied']);
    // They can still sign in with another account.
    const other = await visit(app, undefined, { client_id: id, prompt: 'login' }, browser);
    expect(other.page.address).toContain('/sign-in?');

    const organization = await build.organization();
    const organizationRole = await build.organizationRole();
    const { body: role } = await app.manage('POST', '/roles', { name: 'Admitted', description: 'Come in' });
    await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [user.id] });
    const nobody = { userIds: [], userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
    const admit = (rules: object) =>
      app.manage('PUT', `/applications/${id}/access-control`, { ...nobody, ...rules });
    const ofRole = { organizationId: organization.id, organizationRoleIds: [organizationRole.id] };
    await admit({ userRoleIds: [role.id], organizationRoleRules: [ofRole] });
    expect(await knock()).toBe('access_denied');
    await app.manage('POST', `/users/${user.id}/roles`, { roleIds: [role.id] });
    expect([await userInfo(), await knock()]).toEqual([200, 'in']);
    await admit({ organizationRoleRules: [ofRole] });
    expect(await knock()).toBe('access_denied');
    await app.manage('POST', `/organizations/${organization.id}/users/${user.id}/roles`, {
      organizationRoleIds: [organizationRole.id],
    });
    expect(await knock()).toBe('in');
    await admit({ organizationIds: [organization.id] });
    expect(await knock()).toBe('in');
    await admit({ userIds: [user.id] });
    expect(await knock()).toBe('in');
    await admit({});
    expect(await knock()).toBe('access_denied');
  });
});
