import { management } from '@gatehouse/contract/apis.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { bombard, rowsFor, type Target } from '../testing/fuzz.ts';
import { createBuilders } from './testing/builders.ts';

describe.each(databaseKinds)('every row of the management API on %s', kind => {
  let app: TestApp;
  let target: Target;
  beforeAll(async () => {
    app = await startTestApp(kind);
    const build = createBuilders(app);
    const scope = await build.scope();
    const { body: role } = await app.manage('POST', '/roles', { name: 'Fuzz', description: 'Fuzz' });
    const real = {
      applications: (await build.application({ type: 'Traditional', isThirdParty: true })).id,
      organizations: (await build.organization()).id,
      'organization-roles': (await build.organizationRole()).id,
      resources: scope.resourceId,
      roles: role.id,
      users: (await build.user()).id,
      userId: (await build.user()).id,
      applicationId: (await build.application()).id,
    };
    const known = {
      applicationIds: [real.applicationId],
      connectorId: 'development-mailbox',
      expiresAt: Date.now() + 3_600_000,
      messagePayload: false,
      organizationId: real.organizations,
      organizationIds: [real.organizations],
      organizationRoleIds: [real['organization-roles']],
      roleIds: [real.roles],
      scopeIds: [scope.id],
      userId: real.userId,
      userIds: [real.users, real.userId],
    };
    const headers = { authorization: `Bearer ${app.token}` };
    target = { origin: `${app.env.ENDPOINT}/api`, headers, real, known };
  });
  afterAll(() => app.close());

  test.each(rowsFor(kind, management))('$name survives malformed input', ({ name, row }) =>
    bombard(name, row, target),
  );

  test('the server is well afterwards', async () => {
    expect((await app.manage('GET', '/resources')).status).toBe(200);
  });
});
