import { management } from '@gatehouse/contract/apis.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { addressOf, rowsOf } from '../api/testing/fuzz.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

/** Values that only the permission for their area may reveal, by area. */
const planted = {
  users: [
    'zq-user-data',
    'zq-identity',
    'zq-person@harbour.example',
    'zq-nickname',
    'zq-name',
    'zq_twin',
    'zq-guest@harbour.example',
  ],
  applications: ['zq-application-data'],
  organizations: ['zq-organization-data'],
  domains: ['zq-domain.harbour.example'],
  'sso-connectors': ['zq-enterprise', 'zq-company.example'],
};
const reading = rowsOf(management).filter(({ row }) => row.method === 'get' && row.permission !== 'public');

let app: TestApp;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestApp('postgresql');
  const make = async (path: string, body: object, method = 'POST') => {
    const answer = await app.manage(method, path, body);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body as { id: string };
  };
  const { id: organization } = await make('/organizations', {
    name: 'Pilots',
    customData: { note: 'zq-organization-data' },
  });
  const { id: role } = await make('/roles', { name: 'Pilots', description: 'x' });
  const machine = { type: 'MachineToMachine' };
  const { id: machineRole } = await make('/roles', { name: 'Robots', description: 'x', ...machine });
  const { id: application } = await make('/applications', {
    name: 'Robot',
    customData: { note: 'zq-application-data' },
    ...machine,
  });
  const { id: hook } = await make('/hooks', {
    name: 'Told',
    events: ['User.Created', 'Organization.Data.Updated'],
    config: { url: 'http://127.0.0.1:9/' },
  });
  await make('/domains', { domain: 'zq-domain.harbour.example' });
  const { id: enterprise } = await make('/sso-connectors', {
    providerName: 'OIDC',
    connectorName: 'zq-enterprise',
    domains: ['zq-company.example'],
  });
  await make(`/organizations/${organization}/jit/sso-connectors`, { ssoConnectorIds: [enterprise] });
  const { id: user } = await make('/users', {
    primaryEmail: 'zq-person@harbour.example',
    name: 'zq-name',
    username: 'zq_person',
    customData: { note: 'zq-user-data' },
    profile: { nickname: 'zq-nickname' },
  });
  for (const username of ['zq_twin', 'ZQ_Twin']) await make('/users', { username });
  await make('/connectors', { connectorId: 'development-mailbox' });
  await make('/verification-codes', { email: 'zq-guest@harbour.example' });
  await make(`/users/${user}/identities/harbour`, { userId: 'zq-identity' }, 'PUT');
  await make(`/organizations/${organization}`, { description: 'Fly' }, 'PATCH');
  await make(`/organizations/${organization}/users`, { userIds: [user] });
  await make(`/organizations/${organization}/applications`, { applicationIds: [application] });
  await make(`/users/${user}/roles`, { roleIds: [role] });
  await make(`/applications/${application}/roles`, { roleIds: [machineRole] });
  const deliveries = await vi.waitFor(
    async () => {
      const recent = await app.manage('GET', `/hooks/${hook}/recent-logs`);
      expect(recent.text).toContain('zq-person');
      expect(recent.text).toContain('zq-organization-data');
      return recent.body as { id: string; key: string }[];
    },
    { timeout: 20_000 },
  );
  Object.assign(ids, {
    organizations: organization,
    users: user,
    userId: user,
    applications: application,
    applicationId: application,
    roles: role,
    hooks: hook,
    target: 'harbour',
    logs: deliveries.find(({ key }) => key.endsWith('User.Created'))!.id,
    organizationDelivery: deliveries.find(({ key }) => key.endsWith('Organization.Data.Updated'))!.id,
  });
});
afterAll(() => app.close());

test.each(Object.entries(planted))(
  'no row shows objects of %s to a caller who may read everything else',
  async (area, words) => {
    const hidden = `${area}:read` as ManagementPermission;
    const others = new Set(
      reading.flatMap(({ row }) => [row.permission, ...(row.shows ?? [])]) as ManagementPermission[],
    );
    others.delete(hidden);
    const token = await tokenWith(app, [...others]);
    const shown: string[] = [];
    for (const { name, row } of reading) {
      const { text } = await call(`${app.env.ENDPOINT}/api${addressOf(row, ids)}`, { token });
      if (words.some(word => text.includes(word))) shown.push(name);
    }
    // The audit log names users by what they signed in with, and a bundle is the whole configuration: their own
    // permissions say so.
    expect(shown.filter(name => !/^(logs\.(list|export)|bundles\..+)$/.test(name))).toEqual([]);
  },
);

test('a delivery is shown to callers that may read webhooks and what their events report', async () => {
  const permissions: ManagementPermission[] = [
    'hooks:read',
    'users:read',
    'organizations:read',
    'roles:read',
    'resources:read',
  ];
  const read = async (held: ManagementPermission[]) => {
    const token = await tokenWith(app, ['logs:read', ...held]);
    const ask = (path: string) => call(`${app.env.ENDPOINT}/api${path}`, { token });
    const [one, all] = [
      await ask(`/logs/${ids.organizationDelivery}`),
      await ask(`/hooks/${ids.hooks}/recent-logs`),
    ];
    return [one.status, all.status];
  };
  expect(await read(permissions)).toEqual([200, 200]);
  for (const missing of permissions)
    expect([missing, ...(await read(permissions.filter(each => each !== missing)))]).toEqual([
      missing,
      404,
      403,
    ]);
});

test('the check of a sign-in takes the permissions for the application and the settings that it tells about', async () => {
  const check = async (...held: ManagementPermission[]) => {
    const token = await tokenWith(app, ['users:read', ...held]);
    const path = `/users/${ids.users}/sign-in-check?applicationId=${ids.applications}`;
    return (await call(`${app.env.ENDPOINT}/api${path}`, { token })).status;
  };
  expect(await check('applications:read', 'sign-in-experience:read')).toBe(200);
  for (const held of ['applications:read', 'sign-in-experience:read'] as const)
    expect([held, await check(held)]).toEqual([held, 403]);
});

test('an invitation describes its inviter only for callers that may read users', async () => {
  const invite = async (invitee: string, ...held: ManagementPermission[]) => {
    const token = await tokenWith(app, ['organizations:write', ...held]);
    const { status } = await call(`${app.env.ENDPOINT}/api/organization-invitations`, {
      method: 'POST',
      token,
      body: {
        organizationId: ids.organizations,
        inviterId: ids.users,
        invitee,
        expiresAt: Date.now() + 60_000,
        messagePayload: {},
      },
    });
    expect(status).toBe(201);
    const { body } = await app.manage('GET', `/development-mailbox?recipient=${invitee}`);
    return JSON.stringify(body);
  };
  expect(await invite('thief@evil.example')).not.toContain('zq-');
  expect(await invite('guest@harbour.example', 'users:read')).toContain('zq-person@harbour.example');
});

test('a webhook is led only where its caller could read what it tells', async () => {
  const as = async (...permissions: ManagementPermission[]) => {
    const token = await tokenWith(app, permissions);
    return (method: string, path: string, body: object) =>
      call(`${app.env.ENDPOINT}/api${path}`, { method, token, body });
  };
  const elsewhere = { config: { url: 'https://elsewhere.example/' } };
  const hook = (...events: string[]) => ({ name: 'Told', events, ...elsewhere });
  const lacking = (...permissions: ManagementPermission[]) => ({
    status: 403,
    body: { code: 'auth.grant_exceeds_own', data: { permissions } },
  });
  const writer = await as('hooks:write');
  for (const event of ['User.Created', 'PostSignIn', 'Identifier.Lockout'])
    expect(await writer('POST', '/hooks', hook(event))).toMatchObject(lacking('users:read'));
  expect(await writer('POST', '/hooks', hook('OrganizationRole.Created'))).toMatchObject(
    lacking('organizations:read'),
  );
  expect(await writer('PATCH', `/hooks/${ids.hooks}`, elsewhere)).toMatchObject(
    lacking('users:read', 'organizations:read'),
  );
  expect((await writer('PATCH', `/hooks/${ids.hooks}`, { name: 'Renamed' })).status).toBe(200);
  const reader = await as('hooks:write', 'users:read');
  expect((await reader('POST', '/hooks', hook('User.Created', 'PostSignIn'))).status).toBe(201);
  expect(await reader('POST', '/hooks', hook('User.Created', 'Role.Created'))).toMatchObject(
    lacking('roles:read'),
  );
});

test('a log stream is led only by callers who may read the audit log', async () => {
  const token = await tokenWith(app, ['logs:write']);
  const stream = {
    name: 'Told',
    config: { kind: 'http', url: 'https://elsewhere.example/', format: 'json-lines' },
  };
  const ask = (method: string, path: string, body: object) =>
    call(`${app.env.ENDPOINT}/api${path}`, { method, token, body });
  const lacking = {
    status: 403,
    body: { code: 'auth.grant_exceeds_own', data: { permissions: ['logs:read'] } },
  };
  expect(await ask('POST', '/log-streams', stream)).toMatchObject(lacking);
  const { body: set } = await app.manage('POST', '/log-streams', {
    ...stream,
    config: { ...stream.config, url: 'https://here.example/' },
    enabled: false,
    includeChanges: true,
  });
  expect((await ask('PATCH', `/log-streams/${set.id}`, { name: 'Renamed' })).status).toBe(200);
  expect((await ask('PATCH', `/log-streams/${set.id}`, { config: stream.config })).status).toBe(403);
});

test('the password check is no oracle for names and addresses of users', async () => {
  const token = await tokenWith(app, ['sign-in-experience:write']);
  const check = (body: object) =>
    call(`${app.env.ENDPOINT}/api/sign-in-exp/default/check-password`, { method: 'POST', token, body });
  expect((await check({ password: 'zq-person 2026 harbour', userId: ids.users })).status).toBe(403);
  expect((await check({ password: 'zq-person 2026 harbour' })).status).not.toBe(403);
});
