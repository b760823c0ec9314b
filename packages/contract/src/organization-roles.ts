import { z } from 'zod';
import { crud, defineRows, maximumPageSize } from './endpoint.ts';
import { idList, reference } from './fields.ts';
import {
  createOrganizationRole,
  organizationRole,
  organizationRoleWithScopes,
  organizationScope,
} from './organizations.ts';
import { relation } from './relation.ts';
import { scope } from './resources.ts';

const access = {
  read: 'organizations:read',
  write: 'organizations:write',
  change: 'organization-role',
} as const;

const plain = crud({
  kind: 'organization-role',
  path: '/organization-roles',
  entity: organizationRole,
  create: createOrganizationRole,
  update: z.strictObject(
    organizationRole.pick({ name: true, description: true, type: true }).partial().shape,
  ),
});

const scopes = relation({
  ...access,
  path: '/organization-roles/:id/scopes',
  one: 'an organization permission',
  many: 'organization permissions',
  owner: 'an organization role',
  child: 'organizationScopeId',
  ids: 'organizationScopeIds',
  item: organizationScope,
  paging: 'onRequest',
  event: 'OrganizationRole.Scopes.Updated',
});

const resourceScopes = relation({
  ...access,
  path: '/organization-roles/:id/resource-scopes',
  one: 'an API permission',
  many: 'API permissions',
  owner: 'an organization role',
  child: 'scopeId',
  ids: 'scopeIds',
  item: scope,
  paging: 'onRequest',
  event: 'OrganizationRole.Scopes.Updated',
});

const scopeChange = z.strictObject({
  id: reference,
  addOrganizationScopeIds: idList.optional(),
  removeOrganizationScopeIds: idList.optional(),
  addScopeIds: idList.optional(),
  removeScopeIds: idList.optional(),
});

export const organizationRoles = defineRows({
  ...plain,
  list: {
    ...plain.list,
    query: z.object({ q: z.string().optional() }),
    response: z.array(organizationRoleWithScopes),
    paging: 'always',
  },
  create: {
    ...plain.create,
    errors: ['entity.unique_integrity_violation'],
  },
  update: {
    ...plain.update,
    errors: ['entity.unique_integrity_violation'],
  },
  changePermissions: {
    method: 'patch',
    path: '/organization-roles/permissions',
    summary: 'Add and remove permissions of several organization roles in one change',
    body: z.strictObject({ roles: z.array(scopeChange).min(1).max(maximumPageSize) }),
    status: 204,
    permission: access.write,
    change: access.change,
    errors: ['role.management_api_scopes_not_assignable_to_user_role'],
  },
  listScopes: scopes.list,
  addScopes: scopes.add,
  replaceScopes: scopes.replace,
  removeScope: scopes.remove,
  listResourceScopes: resourceScopes.list,
  addResourceScopes: resourceScopes.add,
  replaceResourceScopes: resourceScopes.replace,
  removeResourceScope: resourceScopes.remove,
});
