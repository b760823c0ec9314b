import { managementRole } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { keepMessages } from '../experience/testing/visit.ts';
import { createBuilders } from './testing/builders.ts';

/** Behavior that existing clients of the dialect rely on. */
describe.each(anyDatabase)('clients of the dialect and the management API on %s', kind => {
  let app: TestApp;
  let build: ReturnType<typeof createBuilders>;
  beforeAll(async () => {
    app = await startTestApp(kind);
    build = createBuilders(app);
  });
  afterAll(() => app.close());

  const codeOf = async (answer: ReturnType<TestApp['manage']>) => {
    const { status, body } = await answer;
    return [status, body?.code];
  };
  const unknown = [422, 'entity.relation_foreign_key_not_found'];
  const overlong = 'x'.repeat(300);

  test('422 for an organization relation to something that does not exist, however long its ID is', async () => {
    const { id } = await build.organization();
    const role = await build.organizationRole();
    for (const missing of ['missing', overlong]) {
      const add = (path: string, body: object) => codeOf(app.manage('POST', path, body));
      expect(await add(`/organizations/${id}/users`, { userIds: [missing] })).toEqual(unknown);
      expect(await codeOf(app.manage('PUT', `/organizations/${id}/users`, { userIds: [missing] }))).toEqual(
        unknown,
      );
      expect(await add(`/organizations/${id}/applications`, { applicationIds: [missing] })).toEqual(unknown);
      expect(await add(`/organizations/${id}/jit/roles`, { organizationRoleIds: [missing] })).toEqual(
        unknown,
      );
      expect(await add(`/organizations/${missing}/jit/roles`, { organizationRoleIds: [role.id] })).toEqual(
        unknown,
      );
      const domain = { emailDomain: 'acme.example' };
      expect(await add(`/organizations/${missing}/jit/email-domains`, domain)).toEqual(unknown);
      expect(await add(`/organization-roles/${role.id}/scopes`, { organizationScopeIds: [missing] })).toEqual(
        unknown,
      );
      const invitation = {
        invitee: 'new@acme.example',
        organizationId: missing,
        expiresAt: Date.now() + 1e6,
      };
      expect(await add('/organization-invitations', invitation)).toEqual(unknown);
    }
  });

  test('404 for other objects that do not exist, however long their ID is', async () => {
    expect(await codeOf(app.manage('POST', '/subject-tokens', { userId: overlong }))).toEqual([
      404,
      'entity.not_exists_with_id',
    ]);
    const role = { name: 'Reader', description: 'Reads.', scopeIds: [overlong] };
    expect(await codeOf(app.manage('POST', '/roles', role))).toEqual([
      404,
      'entity.relation_foreign_key_not_found',
    ]);
    expect((await app.manage('GET', `/users?excludeRoleId=${overlong}`)).status).toBe(200);
    expect((await app.manage('GET', `/organization-invitations?inviterId=${overlong}`)).body).toEqual([]);
  });

  test('an empty text clears what can be null', async () => {
    const { id } = await build.organization();
    const organization = (body: object) => app.manage('PATCH', `/organizations/${id}`, body);
    await organization({ customCss: 'a {}', description: 'Some' });
    expect((await organization({ customCss: '', description: '' })).body).toMatchObject({
      customCss: null,
      description: null,
    });
    const application = await build.application({ type: 'SPA' });
    const looks = (body: object) =>
      app.manage('PUT', `/applications/${application.id}/sign-in-experience`, body);
    await looks({ displayName: 'Shop', customCss: 'a {}' });
    expect((await looks({ displayName: '', customCss: '' })).body).toMatchObject({
      displayName: null,
      customCss: null,
    });
    await app.manage('PATCH', '/account-center', {
      deleteAccountUrl: 'https://a.example',
      customCss: 'a {}',
    });
    const center = await app.manage('PATCH', '/account-center', { deleteAccountUrl: '', customCss: '' });
    expect(center.body).toMatchObject({ deleteAccountUrl: null, customCss: null });
    await app.manage('PATCH', '/sign-in-exp', { customCss: 'a {}' });
    expect((await app.manage('PATCH', '/sign-in-exp', { customCss: '' })).body.customCss).toBeNull();
  });

  test('password expiration is turned off without naming a period', async () => {
    const answer = await app.manage('PATCH', '/sign-in-exp', { passwordExpiration: { enabled: false } });
    expect(answer).toMatchObject({ status: 200, body: { passwordExpiration: { enabled: false } } });
  });

  test('422 for an update of a user that changes nothing', async () => {
    const { id } = await build.user();
    expect(await codeOf(app.manage('PATCH', `/users/${id}`, {}))).toEqual([422, 'entity.invalid_input']);
  });

  test('a phone number is one with and without the zero inside its country, and must be possible', async () => {
    const create = (primaryPhone: string) => app.manage('POST', '/users', { primaryPhone });
    expect(await create('610412345678')).toMatchObject({
      status: 200,
      body: { primaryPhone: '61412345678' },
    });
    expect(await codeOf(create('61412345678'))).toEqual([422, 'user.phone_already_in_use']);
    expect(await codeOf(create('99999'))).toEqual([422, 'user.invalid_phone']);
    const { id } = await build.user();
    expect(await codeOf(app.manage('PATCH', `/users/${id}`, { primaryPhone: '610412345678' }))).toEqual([
      422,
      'user.phone_already_in_use',
    ]);
  });

  test('the management API is known by the names of the dialect, and a role grants it', async () => {
    const resource = await app.manage('GET', '/resources/management-api');
    expect(resource).toMatchObject({ status: 200, body: { indicator: 'https://default.gatehouse.app/api' } });
    const scopes = await app.manage('GET', '/resources/management-api/scopes');
    expect(scopes.body.map(({ name }: { name: string }) => name)).toContain('all');
    expect((await app.manage('GET', `/roles/${managementRole.id}`)).status).toBe(200);
    const machines = { name: 'Machines', description: 'May do everything.', type: 'MachineToMachine' };
    const role = await app.manage('POST', '/roles', { ...machines, scopeIds: ['management-api-all'] });
    expect(role.status).toBe(200);
    const granted = await app.manage('GET', `/roles/${role.body.id}/scopes`);
    expect(granted.body).toMatchObject([{ name: 'all', resource: { id: resource.body.id } }]);
    const removed = await app.manage('DELETE', `/roles/${role.body.id}/scopes/management-api-all`);
    expect(removed.status).toBe(204);
    expect(await codeOf(app.manage('DELETE', '/resources/management-api'))).toEqual([
      400,
      'resource.cannot_delete_management_api',
    ]);
  });

  test('an enterprise connector is offered once its configuration is complete, and an update describes the provider', async () => {
    await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
    const made = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: 'Acme',
      domains: ['staff_mail.acme.example'],
    });
    expect(made).toMatchObject({ status: 200, body: { domains: ['staff_mail.acme.example'] } });
    const offered = async () =>
      (await call(`${app.env.ENDPOINT}/api/.well-known/sign-in-exp`)).body.ssoConnectors.map(
        ({ id }: { id: string }) => id,
      );
    expect(await offered()).toEqual([]);
    const path = `/sso-connectors/${made.body.id}`;
    const config = {
      entityId: 'https://id.acme.example',
      signInEndpoint: 'https://id.acme.example/sso',
      x509Certificate: 'MIIB',
    };
    const updated = await app.manage('PATCH', path, { config });
    expect(updated.body.providerConfig.serviceProvider.entityId).toEqual(expect.any(String));
    expect(await offered()).toEqual([made.body.id]);
    expect(await codeOf(app.manage('GET', '/sso-connectors/missing'))).toEqual([404, 'connector.not_found']);
  });

  test('the demo application can be read', async () => {
    expect(await app.manage('GET', '/applications/demo-app')).toMatchObject({
      status: 200,
      body: { id: 'demo-app', type: 'SPA', isAdmin: false },
    });
  });

  test('the address of a tenant is answered for any ID', async () => {
    const read = (id: string) => call(`${app.env.ADMIN_ENDPOINT}/api/.well-known/endpoints/${id}`);
    expect(await read('default')).toMatchObject({ status: 200, body: { user: app.env.ENDPOINT } });
    expect((await read('nobody')).status).toBe(200);
    expect((await read('no%20tenant')).status).toBe(404);
  });

  test('entries of the first and the last moment of a window are in it', async () => {
    await app.app.services.audit.flush();
    const [entry] = (await app.manage('GET', '/logs?page_size=1')).body;
    const at = entry.createdAt;
    for (const window of [`start_time=${at}&end_time=${at + 1}`, `start_time=${at - 1}&end_time=${at}`]) {
      const found = (await app.manage('GET', `/logs?${window}`)).body;
      expect(found.map(({ id }: { id: string }) => id)).toContain(entry.id);
    }
  });

  test('email domains of an organization come unpaged unless a page is asked for', async () => {
    const { id } = await build.organization();
    const path = `/organizations/${id}/jit/email-domains`;
    const emailDomains = Array.from({ length: 25 }, (_, index) => `d${index}.example`);
    await app.manage('PUT', path, { emailDomains });
    expect((await app.manage('GET', path)).body).toHaveLength(25);
    expect((await app.manage('GET', `${path}?page=1`)).body).toHaveLength(20);
  });

  test('messages are whole sentences where the request does not name what they are about', async () => {
    const messageOf = async (answer: ReturnType<TestApp['manage']>) => (await answer).body.message;
    const { body: role } = await app.manage('POST', '/roles', { name: 'Clerk', description: 'Sells.' });
    const [user, scope] = [await build.user(), await build.scope()];
    for (const [path, body, message] of [
      [`/roles/${role.id}/users`, { userIds: [user.id] }, 'One of these users already has this role.'],
      [
        `/roles/${role.id}/scopes`,
        { scopeIds: [scope.id] },
        'The role already has one of these permissions.',
      ],
    ] as const) {
      await app.manage('POST', path, body);
      expect(await messageOf(app.manage('POST', path, body))).toBe(message);
    }
  });

  test('messages about a field repeat what was sent, or say what is expected', async () => {
    const field = { name: 'username', type: 'Text', required: false, config: {} };
    const late = { invitee: 'a@acme.example', organizationId: 'any', expiresAt: 1 };
    for (const [method, path, body, message] of [
      ['POST', '/custom-profile-fields', field, 'username is a sign-in identifier. Choose another name.'],
      [
        'PATCH',
        '/sign-in-exp',
        { emailBlocklistPolicy: { customBlocklist: ['nonsense'] } },
        'Enter an email address like ada@example.com, or a domain like @example.com.',
      ],
      [
        'POST',
        '/organization-invitations',
        late,
        'The request is not valid. expiresAt: Choose a time in the future.',
      ],
    ] as const) {
      const { body: answer } = await app.manage(method, path, body);
      expect(answer.message).toBe(message);
      for (const issue of answer.data.issues) expect(issue.message).toMatch(/^\w.*\.$/);
    }
  });

  test('429 for an invitation that is sent again and again', async () => {
    await keepMessages(app);
    const { id: organizationId } = await build.organization();
    const { body: invitation } = await app.manage('POST', '/organization-invitations', {
      invitee: 'often@acme.example',
      organizationId,
      expiresAt: Date.now() + 1e6,
    });
    const statuses = [];
    for (let count = 0; count < 11; count += 1) {
      const path = `/organization-invitations/${invitation.id}/message`;
      statuses.push((await app.manage('POST', path, { link: 'https://acme.example' })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(204), 429]);
  });

  test('the codes of the dialect for times that have passed, filters that exclude each other and unknown search modes', async () => {
    const refused = [400, 'request.invalid_input'];
    const user = await build.user();
    const { body: application } = await app.manage('POST', '/applications', {
      name: 'W',
      type: 'Traditional',
    });
    for (const path of [
      `/users/${user.id}/personal-access-tokens`,
      `/applications/${application.id}/secrets`,
    ]) {
      const answer = await app.manage('POST', path, { name: 'late', expiresAt: 1 });
      expect([answer.status, answer.body.code]).toEqual(refused);
      expect(answer.body.data.issues).toMatchObject([{ path: 'expiresAt', code: 'validation.future_time' }]);
    }
    for (const query of [
      'applications?excludeRoleId=a&excludeOrganizationId=b',
      'users?search.name=a&mode=soundex',
      'users?search.name=a&mode.name=soundex',
      'roles?search.name=a&joint=xor',
    ])
      expect(await codeOf(app.manage('GET', `/${query}`))).toEqual(refused);
  });

  test('the statuses of the dialect for grants, access rules and connectors that do not exist', async () => {
    const user = await build.user();
    const { body: application } = await app.manage('POST', '/applications', { name: 'S', type: 'SPA' });
    expect(await codeOf(app.manage('DELETE', `/users/${user.id}/grants/none`))).toEqual([
      404,
      'oidc.invalid_grant',
    ]);
    const empty = { userIds: [], userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
    const rules = { organizationId: 'none', organizationRoleIds: ['none'] };
    for (const unknownOf of [
      { userIds: ['none'] },
      { userRoleIds: ['none'] },
      { organizationIds: ['none'] },
      { organizationRoleRules: [rules] },
    ])
      expect(
        await codeOf(
          app.manage('PUT', `/applications/${application.id}/access-control`, { ...empty, ...unknownOf }),
        ),
      ).toEqual([422, 'request.invalid_input']);
    expect(
      await codeOf(app.manage('POST', '/connectors/none/test', { email: 'ada@acme.example', config: {} })),
    ).toEqual([400, 'connector.not_found']);
    expect(await codeOf(app.manage('POST', '/connectors', { connectorId: 'oauth2', config: {} }))).toEqual([
      400,
      'connector.should_specify_target',
    ]);
  });
});
