import { cloud } from '@gatehouse/contract/apis.ts';
import {
  cloudAudience,
  managementRole,
  meAudience,
  tenantOrganizationId,
} from '@gatehouse/contract/dialect.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { planIds } from '@gatehouse/contract/plans.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { createAdministrator } from '../../domain/administrators.ts';
import { organizationRoleId } from '../../domain/tenants.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { administrator, signInToConsole } from '../../http/testing/console.ts';

describe.each(anyDatabase)('the cloud edition on %s', kind => {
  let app: TestApp;
  let session: Awaited<ReturnType<typeof signInToConsole>>;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    await createAdministrator(app.database, { ...administrator, primaryEmail: 'root@example.com' });
    session = await signInToConsole(app);
  });
  afterAll(() => app.close());

  const members = (path: string, token: string, options: { method?: string; body?: unknown } = {}) =>
    call(`${app.env.ADMIN_ENDPOINT}/m/default/api${path}`, { ...options, token });

  test('[ENT-33] a user sees the tenants that they belong to, with the tokens that they have used', async () => {
    const token = await session.token({ resource: cloudAudience });
    await app.app.services.usage.flush();
    const answer = await call(`${app.env.ADMIN_ENDPOINT}/api/tenants`, { token });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject([
      { id: 'default', name: 'Default', planId: 'free', isSuspended: false },
    ]);
    // The tests' own machine has asked for one token.
    expect(answer.body[0].usage).toEqual({ activeUsers: 0, tokenUsage: 1 });
    expect((await call(`${app.env.ADMIN_ENDPOINT}/api/tenants`)).status).toBe(401);
  });

  test('[BILL-2] the quota of a plan names the hours within which support answers', async () => {
    const token = await session.token({ resource: cloudAudience });
    const { body } = await call(`${app.env.ADMIN_ENDPOINT}/api/skus?type=Basic`, { token });
    const hours = body.map((sku: { id: string; quota: { ticketSupportResponseTime: number } }) => [
      sku.id,
      sku.quota.ticketSupportResponseTime,
    ]);
    expect(Object.fromEntries(hours)).toEqual({ free: 0, 'pro-202411': 48 });
    const subscription = await call(`${app.env.ADMIN_ENDPOINT}/api/tenants/default/subscription`, { token });
    expect(subscription.body.quota.ticketSupportResponseTime).toBe(0);
  });

  test('[ROLE-4] the cloud API has eight scopes; everyone can create tenants and manage their own, and nothing else', async () => {
    const scopesOf = async () => {
      const { scope } = decodeJwt(await session.token({ resource: cloudAudience }));
      return String(scope).split(' ').sort();
    };
    // The sign-in has asked for all of them.
    expect(await scopesOf()).toEqual(['create:tenant', 'manage:tenant:self']);
    const grantAll = (work: 'add' | 'remove') =>
      app.database.tenant('admin').write(testOrigin, async tx => {
        const role = {
          id: 'every-cloud-scope',
          name: 'Every cloud scope',
          description: 'All',
          type: 'User',
        } as const;
        if (work === 'remove') return tx.delete('roles', { id: role.id });
        await tx.insert('roles', role);
        const scopes = await tx.db
          .selectFrom('scopes')
          .innerJoin('resources', 'resources.id', 'scopes.resourceId')
          .select('scopes.id')
          .where('indicator', '=', cloudAudience)
          .execute();
        await tx.insertMany(
          'rolesScopes',
          scopes.map(({ id }) => ({ roleId: role.id, scopeId: id })),
        );
        await tx.insert('usersRoles', { userId: String(session.claims?.sub), roleId: role.id });
      });
    await grantAll('add');
    expect(await scopesOf()).toEqual(
      [
        'create:tenant',
        'manage:tenant:self',
        'send:sms',
        'send:email',
        'fetch:custom:jwt',
        'report:subscription:updates',
        'manage:affiliate',
        'create:affiliate',
      ].sort(),
    );
    await grantAll('remove');
    expect(await scopesOf()).toEqual(['create:tenant', 'manage:tenant:self']);
  });

  test('[ROLE-5] the ID token names the role in each tenant by its organization', async () => {
    const rolesOf = async () => {
      const { claims } = await signInToConsole(app);
      return ((claims?.organization_roles ?? []) as string[]).toSorted();
    };
    expect(await rolesOf()).toEqual(['t-default:admin']);
    const cloudToken = await session.token({ resource: cloudAudience });
    const created = await call(`${app.env.ADMIN_ENDPOINT}/api/tenants`, {
      method: 'POST',
      token: cloudToken,
      body: { name: 'Harbor', tag: 'development' },
    });
    expect(created.status).toBe(201);
    const organization = tenantOrganizationId(created.body.id);
    expect(organization).toBe(`t-${created.body.id}`);
    expect(await rolesOf()).toEqual(['t-default:admin', `${organization}:admin`].sort());
    const place = { organizationId: organization, userId: String(session.claims?.sub) };
    await app.database.tenant('admin').write(testOrigin, async tx => {
      await tx.delete('organizationUserRoles', place);
      await tx.insert('organizationUserRoles', {
        ...place,
        organizationRoleId: organizationRoleId('collaborator'),
      });
    });
    expect(await rolesOf()).toEqual(['t-default:admin', `${organization}:collaborator`].sort());
    await app.database
      .tenant('admin')
      .write(testOrigin, tx => tx.delete('organizations', { id: organization }));
  });

  test('[ROLE-1] an organization token carries what the member’s role grants', async () => {
    const token = await session.token({ organization_id: tenantOrganizationId('default') });
    const { aud, scope } = decodeJwt(token);
    expect(aud).toBe('urn:logto:organization:t-default');
    expect(String(scope).split(' ').sort()).toEqual(
      [
        'read:data',
        'write:data',
        'delete:data',
        'read:member',
        'invite:member',
        'remove:member',
        'update:member:role',
        'manage:tenant',
      ].sort(),
    );
  });

  const setPlan = async (planId: string) => {
    await app.database.system(db =>
      db.updateTable('tenants').set({ planId }).where('id', '=', 'default').execute(),
    );
    (await app.app.services.tenants.get('default'))?.cached.invalidate('tenant');
  };

  test('[ROLE-2] members manage their tenant through the console’s address, as far as they may', async () => {
    const token = await session.token({ organization_id: tenantOrganizationId('default') });
    const listed = await members('/resources', token);
    expect(listed.status).toBe(200);
    // The application of these tests is the one machine of the free plan.
    await setPlan(planIds.pro202411);
    const robot = await members('/applications', token, {
      method: 'POST',
      body: { name: 'Robot', type: 'MachineToMachine' },
    });
    expect(robot.status).toBe(200);
    await setPlan(planIds.free);
    const path = `/applications/${robot.body.id}/roles`;
    await members(path, token, { method: 'POST', body: { roleIds: [managementRole.id] } });
    expect((await members(`${path}/${managementRole.id}`, token, { method: 'DELETE' })).status).toBe(204);
    const history = await members(`/changes?objectId=${robot.body.id}`, token);
    expect(history.body).toHaveLength(3);
    expect(history.body[0]).toMatchObject({
      objectKind: 'application',
      actor: { kind: 'user', name: 'root' },
    });
    await app.database.tenant('admin').write(testOrigin, async tx => {
      await tx.db
        .deleteFrom('organizationRoleScopes')
        .where('organizationRoleId', '=', organizationRoleId('admin'))
        .execute();
    });
    const powerless = await session.token({ organization_id: tenantOrganizationId('default') });
    expect((await members('/resources', powerless)).status).toBe(403);
  });

  test('[ROLE-2] [V8.2.1] every row asks for a token, and for the permission that it names', async () => {
    const powerless = await session.token({ resource: meAudience });
    for (const row of Object.values(cloud).flatMap(rows => Object.values(rows) as Row[])) {
      const url = `${app.env.ADMIN_ENDPOINT}/api${row.path.replace(/:\w+/g, 'default')}`;
      const [none, other] = [
        await call(url, { method: row.method.toUpperCase() }),
        await call(url, { method: row.method.toUpperCase(), token: powerless }),
      ];
      expect([none.status, other.status], `${row.method} ${row.path}`).toEqual([401, 401]);
    }
  });

  test('[REQ-5] a token that carries less than its account holds is refused in fixed words', async () => {
    for (const language of ['en', 'ja']) {
      const token = await session.token({ resource: cloudAudience, scope: 'openid' });
      const { status, body } = await call(`${app.env.ADMIN_ENDPOINT}/api/tenants`, {
        token,
        headers: { 'accept-language': language },
      });
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'auth.insufficient_permissions',
        message: 'Insufficient permissions.',
      });
    }
  });

  test('[TEN-7] who has the tenant that the cloud came with can have any number of free tenants', async () => {
    const token = await session.token({ resource: cloudAudience });
    for (let count = 0; count < 11; count += 1) {
      const body = { name: `Free ${count}`, tag: 'production' };
      const answer = await call(`${app.env.ADMIN_ENDPOINT}/api/tenants`, { method: 'POST', token, body });
      expect(answer.status).toBe(201);
    }
  });

  test('403 for an organization that the user does not belong to', async () => {
    await expect(session.token({ organization_id: 't-other' })).rejects.toMatchObject({
      status: 403,
      error: 'access_denied',
    });
  });

  test('403 when the plan’s quota is used up', async () => {
    const create = (name: string) =>
      app.manage('POST', '/resources', { name, indicator: `https://${name}.example` });
    const answers = [await create('one'), await create('two'), await create('three')];
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.body).toMatchObject({
      code: 'subscription.limit_exceeded',
      data: { key: 'resourcesLimit' },
    });
  });

  test('the console lives at the root', async () => {
    const page = await call(app.env.ADMIN_ENDPOINT, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect((await call(`${app.env.ADMIN_ENDPOINT}/console`)).headers.get('location')).toBe('/');
  });
});
