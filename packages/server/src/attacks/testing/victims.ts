import { managementRole } from '@gatehouse/contract/dialect.ts';
import { createBuilders } from '../../api/management/testing/builders.ts';
import { machineWith, managementScopes } from '../../api/management/testing/tokens.ts';
import type { TestApp } from '../../http/testing/app.ts';
import type { Ids } from './planting.ts';

/**
 * Creates targets that a weak caller could try to take over, and values that would raise its privileges if accepted.
 */
export const setUpVictims = async (app: TestApp) => {
  const build = createBuilders(app);
  const scopes = await managementScopes(app);
  const strong = await machineWith(app, [
    'users:write',
    'configs:write',
    'roles:write',
    'applications:write',
  ]);
  const empty = await app.manage('POST', '/roles', {
    name: 'Empty',
    description: 'x',
    type: 'MachineToMachine',
  });
  const organization = await build.organization();
  const organizationRole = await build.organizationRole('MachineToMachine');
  const user = await build.user({ primaryEmail: 'victim@harbour.example' });
  // Changes whose undoing would give something away.
  await app.manage('PATCH', `/applications/${strong.id}`, { isAdmin: true });
  await app.manage('PATCH', `/applications/${strong.id}`, { isAdmin: false });
  const { body: changes } = await app.manage('GET', `/changes?objectId=${strong.id}`);
  const ids: Ids = {
    changes: changes[0].id,
    resources: scopes[0]!.resourceId,
    scopeId: scopes[0]!.id,
    roles: empty.body.id,
    organizations: organization.id,
    'organization-roles': organizationRole.id,
    users: user.id,
    userId: user.id,
  };
  const grants = {
    name: 'all',
    type: 'MachineToMachine',
    isAdmin: true,
    isDefault: true,
    scopeIds: scopes.map(({ id }) => id),
    resourceScopeIds: scopes.map(({ id }) => id),
    roleIds: [managementRole.id, strong.roleId],
    organizationId: organization.id,
    organizationIds: [organization.id],
    organizationRoleIds: [organizationRole.id],
    userId: user.id,
    userIds: [user.id],
  };
  return { strong, ids, grants };
};

export type Victims = Awaited<ReturnType<typeof setUpVictims>>;
