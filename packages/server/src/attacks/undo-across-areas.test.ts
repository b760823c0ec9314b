import { permissionsToWriteRows } from '@gatehouse/contract/change-permissions.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { startDnsServer } from '../custom-domains/testing/dns-server.ts';
import { camelCase } from '../database/catalog.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

const history = ['changes:read', 'changes:write'] as const;
const exceeds = (...permissions: ManagementPermission[]) => ({
  status: 403,
  body: { code: 'auth.grant_exceeds_own', data: { permissions } },
});

describe.each(anyDatabase)('an undo by a machine on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const make = async (path: string, body: object) =>
    (await app.manage('POST', path, body)).body as { id: string };
  const undoAs = async (objectId: string, ...permissions: ManagementPermission[]) => {
    const { body: changes } = await app.manage('GET', `/changes?objectId=${objectId}`);
    const token = await tokenWith(app, [...permissions, ...history]);
    return call(`${app.env.ENDPOINT}/api/changes/${changes[0].id}/revert`, { method: 'POST', token });
  };
  const allow = (applicationId: string, rules: object) =>
    app.manage('PUT', `/applications/${applicationId}/access-control`, {
      userIds: [],
      userRoleIds: [],
      organizationIds: [],
      organizationRoleRules: [],
      ...rules,
    });

  test('lets no user and no role into an application without the permission for applications', async () => {
    const { id } = await make('/applications', { name: 'Vault', type: 'Traditional' });
    const user = await make('/users', { username: 'teller' });
    const role = await make('/roles', { name: 'Tellers', description: 'x' });
    expect((await allow(id, { userIds: [user.id], userRoleIds: [role.id] })).status).toBe(200);
    await app.manage('DELETE', `/users/${user.id}`);
    await app.manage('DELETE', `/roles/${role.id}`);
    expect(await undoAs(user.id, 'users:read', 'users:write')).toMatchObject(exceeds('applications:write'));
    expect(await undoAs(role.id, 'roles:read', 'roles:write')).toMatchObject(exceeds('applications:write'));
    const { body: rules } = await app.manage('GET', `/applications/${id}/access-control`);
    expect(rules).toMatchObject({ userIds: [], userRoleIds: [] });
    expect((await undoAs(user.id, 'users:read', 'users:write', 'applications:write')).status).toBe(201);
    expect((await undoAs(role.id, 'roles:read', 'roles:write', 'applications:write')).status).toBe(201);
  });

  test('opens no organization to the users of a provider without the permission for organizations', async () => {
    const connector = await make('/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      config: {},
    });
    const organization = await make('/organizations', { name: 'Acme' });
    const path = `/organizations/${organization.id}/jit/sso-connectors`;
    expect((await app.manage('POST', path, { ssoConnectorIds: [connector.id] })).status).toBe(201);
    await app.manage('DELETE', `/sso-connectors/${connector.id}`);
    const own = ['sso-connectors:read', 'sso-connectors:write'] as const;
    expect(await undoAs(connector.id, ...own)).toMatchObject(exceeds('organizations:write'));
    expect((await undoAs(connector.id, ...own, 'organizations:write')).status).toBe(201);
  });

  test('of anything takes a permission for whatever its deletion took along', async () => {
    const { rows } = await app.database.system(db =>
      sql<{ name: string }>`
        select distinct child.relname as name from pg_constraint link
        join pg_class child on child.oid = link.conrelid
        join pg_class parent on parent.oid = link.confrelid
        where link.contype = 'f' and link.confdeltype = 'c' and parent.relname <> 'tenants'`.execute(db),
    );
    const open = rows.map(({ name }) => name).filter(name => !permissionsToWriteRows(camelCase(name)).length);
    // Rows that the server keeps for itself, which grant nothing.
    expect(open.toSorted()).toEqual([
      'hook_hours',
      'job_results',
      'log_stream_progress',
      'saml_sessions',
      'sign_in_places',
      'sso_assertions',
      'sso_certificates',
      'verification_records',
    ]);
    expect(permissionsToWriteRows('somethingNew')).toEqual(['all']);
  });
});

describe('an undo in the cloud', () => {
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let app: TestApp;
  let owner: Person;
  let tenantId: string;
  beforeAll(async () => {
    dns = await startDnsServer();
    app = await startTestApp('postgresql', {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_DNS_SERVER: dns.address, TRUST_PROXY: 'true' },
    });
    owner = await createPerson(app, 'owner');
    tenantId = (await owner.cloud('POST', '/tenants', { name: 'Harbour' })).body.id;
  });
  afterAll(async () => {
    await app.close();
    await dns.close();
  });

  const undo = async (person: Person, objectId: string) => {
    const { body: changes } = await owner.manage(tenantId, 'GET', `/changes?objectId=${objectId}`);
    return person.manage(tenantId, 'POST', `/changes/${changes[0].id}/revert`);
  };

  test('brings a custom domain back only as a claim that has yet to be proven', async () => {
    const { body: domain } = await owner.manage(tenantId, 'POST', '/domains', { domain: 'id.sold.example' });
    const records = domain.dnsRecords as { name: string; type: string; value: string }[];
    for (const { name, type, value } of records) dns.set(name, [type as 'CNAME', value]);
    const { body: active } = await owner.manage(tenantId, 'POST', `/domains/${domain.id}/check`);
    expect(active.status).toBe('Active');
    await owner.manage(tenantId, 'DELETE', `/domains/${domain.id}`);
    // The new owner has other plans with the name, and the old proof is gone.
    dns.set(records.find(({ type }) => type === 'TXT')!.name);
    expect((await undo(owner, domain.id)).status).toBe(201);
    const asked = () => call(`${app.env.ENDPOINT}/tls/ask?domain=id.sold.example`);
    expect((await asked()).status).toBe(404);
    const { body: claimed } = await owner.manage(tenantId, 'POST', `/domains/${domain.id}/check`);
    expect(claimed.status).toBe('PendingVerification');
    expect((await asked()).status).toBe(404);
  });

  test('gives a collaborator no machine with everything, and lets them undo the rest', async () => {
    const helper = await createPerson(app, 'helper');
    const { body: sent } = await owner.member(tenantId, 'POST', '/invitations', {
      invitee: [helper.email],
      roleName: 'collaborator',
    });
    await helper.cloud('PATCH', `/invitations/${sent[0].id}/status`, { status: 'Accepted' });
    const { body: robot } = await owner.manage(tenantId, 'POST', '/applications', {
      name: 'Robot',
      type: 'MachineToMachine',
    });
    await owner.manage(tenantId, 'PATCH', `/applications/${robot.id}`, { isAdmin: true });
    await owner.manage(tenantId, 'PATCH', `/applications/${robot.id}`, { isAdmin: false });
    const refused = { status: 403, body: { code: 'auth.grant_exceeds_own' } };
    expect(await undo(helper, robot.id)).toMatchObject(refused);
    expect((await undo(owner, robot.id)).status).toBe(201);
    await owner.manage(tenantId, 'DELETE', `/applications/${robot.id}`);
    expect(await undo(helper, robot.id)).toMatchObject(refused);
    expect((await owner.manage(tenantId, 'GET', `/applications/${robot.id}`)).status).toBe(404);
    const { body: user } = await owner.manage(tenantId, 'POST', '/users', { username: 'ada' });
    await owner.manage(tenantId, 'DELETE', `/users/${user.id}`);
    expect((await undo(helper, user.id)).status).toBe(201);
  });
});
