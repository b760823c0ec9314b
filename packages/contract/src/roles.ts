import { z } from 'zod';
import { application } from './applications.ts';
import { crud, defineRows, maximumPageSize } from './endpoint.ts';
import { id, idList, reference } from './fields.ts';
import { resource, scope } from './resources.ts';
import { role, roleType } from './role.ts';
import { namedSearchFields, searchQuery, userSearchFields } from './search.ts';
import { user } from './users.ts';

/** A role with a glimpse of who holds it. */
export const roleSummary = role.extend({
  usersCount: z.number().int(),
  featuredUsers: z
    .array(z.object({ id: z.string(), avatar: z.string().nullable(), name: z.string().nullable() }))
    .max(3),
  applicationsCount: z.number().int(),
  featuredApplications: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })).max(3),
});
export type RoleSummary = z.infer<typeof roleSummary>;

export const scopeWithResource = scope.extend({ resource });

/** A role in the permission matrix. */
const roleWithScopeIds = role.extend({ scopeIds: z.array(id) });

const roleScopeChange = z.strictObject({
  id: reference,
  addScopeIds: idList.optional(),
  removeScopeIds: idList.optional(),
});

const createRole = z.strictObject({
  ...role.pick({ name: true, description: true }).shape,
  ...role.pick({ type: true, isDefault: true }).partial().shape,
  scopeIds: idList.optional(),
});
const updateRole = z.strictObject(
  role.pick({ name: true, description: true, isDefault: true }).partial().shape,
);

const search = searchQuery(namedSearchFields);
const read = 'roles:read';
const write = 'roles:write';

const plain = crud({
  kind: 'role',
  path: '/roles',
  entity: role,
  create: createRole,
  update: updateRole,
  createStatus: 200,
});

export const roles = defineRows({
  ...plain,
  list: {
    ...plain.list,
    query: z.looseObject({
      ...search,
      excludeUserId: reference.optional(),
      excludeApplicationId: reference.optional(),
      type: roleType.optional(),
    }),
    response: z.array(roleSummary),
    paging: 'always',
    sort: ['name', 'createdAt'],
  },
  create: {
    ...plain.create,
    quota: ['userRolesLimit', 'machineToMachineRolesLimit'],
    errors: [
      'role.name_in_use',
      'role.management_api_scopes_not_assignable_to_user_role',
      'entity.relation_foreign_key_not_found',
    ],
  },
  update: {
    ...plain.update,
    errors: ['role.name_in_use', 'role.internal_role_violation'],
  },
  delete: { ...plain.delete, errors: ['role.internal_role_violation'] },
  listPermissions: {
    method: 'get',
    path: '/roles/permissions',
    summary: 'List roles with the IDs of their permissions',
    query: z.looseObject({ ...search, type: roleType.optional() }),
    response: z.array(roleWithScopeIds),
    status: 200,
    permission: read,
    paging: 'always',
  },
  changePermissions: {
    method: 'patch',
    path: '/roles/permissions',
    summary: 'Add and remove permissions of several roles in one change',
    body: z.strictObject({ roles: z.array(roleScopeChange).min(1).max(maximumPageSize) }),
    status: 204,
    permission: write,
    change: 'role',
    errors: ['role.internal_role_violation', 'role.management_api_scopes_not_assignable_to_user_role'],
  },
  listUsers: {
    method: 'get',
    path: '/roles/:id/users',
    summary: 'List users with a role, newest first',
    query: z.looseObject(searchQuery(userSearchFields)),
    response: z.array(user),
    status: 200,
    permission: read,
    shows: ['users:read'],
    paging: 'always',
  },
  assignUsers: {
    method: 'post',
    path: '/roles/:id/users',
    summary: 'Assign a role to users',
    body: z.strictObject({ userIds: idList.min(1) }),
    status: 201,
    permission: write,
    change: 'role',
    errors: ['role.user_exists', 'user.invalid_role_type'],
  },
  removeUser: {
    method: 'delete',
    path: '/roles/:id/users/:userId',
    summary: 'Remove a role from a user',
    status: 204,
    permission: write,
    change: 'role',
  },
  listApplications: {
    method: 'get',
    path: '/roles/:id/applications',
    summary: 'List machine-to-machine applications with a role',
    query: z.looseObject(search),
    response: z.array(application),
    status: 200,
    permission: read,
    shows: ['applications:read'],
    paging: 'always',
  },
  assignApplications: {
    method: 'post',
    path: '/roles/:id/applications',
    summary: 'Assign a role to machine-to-machine applications',
    body: z.strictObject({ applicationIds: idList.min(1) }),
    status: 201,
    permission: write,
    change: 'role',
    errors: ['role.application_exists'],
  },
  removeApplication: {
    method: 'delete',
    path: '/roles/:id/applications/:applicationId',
    summary: 'Remove a role from a machine-to-machine application',
    status: 204,
    permission: write,
    change: 'role',
  },
  listScopes: {
    method: 'get',
    path: '/roles/:id/scopes',
    summary: 'List the permissions of a role',
    query: z.looseObject(search),
    response: z.array(scopeWithResource),
    status: 200,
    permission: read,
    paging: 'onRequest',
  },
  assignScopes: {
    method: 'post',
    path: '/roles/:id/scopes',
    summary: 'Add permissions to a role',
    body: z.strictObject({ scopeIds: idList.min(1) }),
    response: z.array(scope),
    status: 201,
    permission: write,
    quota: ['scopesPerRoleLimit'],
    change: 'role',
    event: 'Role.Scopes.Updated',
    errors: ['role.scope_exists', 'role.management_api_scopes_not_assignable_to_user_role'],
  },
  removeScope: {
    method: 'delete',
    path: '/roles/:id/scopes/:scopeId',
    summary: 'Remove a permission from a role',
    status: 204,
    permission: write,
    change: 'role',
    event: 'Role.Scopes.Updated',
  },
});
