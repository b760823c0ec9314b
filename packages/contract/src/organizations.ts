import { z } from 'zod';
import { application } from './applications.ts';
import { branding, color } from './branding.ts';
import { displayName } from './display-names.ts';
import { crud, defineRows, queryFlag, unknownRelation } from './endpoint.ts';
import { clearable, id, idList, jsonObject, reference, timestamp } from './fields.ts';
import { relation } from './relation.ts';
import { roleType } from './role.ts';
import { user } from './users.ts';

const name = z.string().min(1).max(128);
const description = z.string().max(256).nullable();

/** Two longer than other ids: the organization of a tenant's members is `t-` and the tenant's id. */
export const organizationId = z.string().min(1).max(23);

export const organization = z.object({
  tenantId: id,
  id: organizationId,
  name,
  description,
  customData: jsonObject,
  isMfaRequired: z.boolean(),
  color: color.partial(),
  branding,
  customCss: z.string().nullable(),
  createdAt: timestamp,
});
export type Organization = z.infer<typeof organization>;

export const organizationScope = z.object({ tenantId: id, id, name, description });
export type OrganizationScope = z.infer<typeof organizationScope>;

export const organizationRole = z.object({ tenantId: id, id, name, description, type: roleType });
export type OrganizationRole = z.infer<typeof organizationRole>;

/** With what it allows: permissions in the organization, and of API resources. */
export const organizationRoleWithScopes = organizationRole.extend({
  scopes: z.array(z.object({ id, name: z.string() })),
  resourceScopes: z.array(z.object({ id, name: z.string(), resource: z.object({ id, name: z.string() }) })),
});

const settable = {
  description: true,
  customData: true,
  isMfaRequired: true,
  color: true,
  branding: true,
  customCss: true,
} as const;

const clearedTexts = {
  description: clearable(z.string().max(256)).optional(),
  customCss: clearable(z.string()).optional(),
};

export const createOrganization = z.strictObject({
  name: displayName(name),
  ...organization.pick(settable).partial().shape,
  ...clearedTexts,
});
export const updateOrganization = z.strictObject({
  name: displayName(name).optional(),
  ...organization.pick(settable).partial().shape,
  ...clearedTexts,
});

export const createOrganizationScope = z.strictObject({
  name: displayName(name),
  ...organizationScope.pick({ description: true }).partial().shape,
});

export const createOrganizationRole = z.strictObject({
  ...createOrganizationScope.shape,
  type: roleType.optional(),
  organizationScopeIds: idList.optional(),
  resourceScopeIds: idList.optional(),
});

/** An organization with a glimpse of who belongs to it. */
const organizationSummary = organization.extend({
  usersCount: z.number().int().optional(),
  featuredUsers: z
    .array(z.object({ id: z.string(), avatar: z.string().nullable(), name: z.string().nullable() }))
    .max(3)
    .optional(),
});

/** Roles as far as a list of their holders needs. */
export const namedRoles = z.array(z.object({ id, name: z.string() }));
const member = user.extend({ organizationRoles: namedRoles });
const memberApplication = application.extend({ organizationRoles: namedRoles });

const ids = idList;
const read = 'organizations:read';
const write = 'organizations:write';
const change = 'organization';
const membership = { read, write, change, event: 'Organization.Membership.Updated' } as const;

const plain = crud({
  kind: 'organization',
  path: '/organizations',
  entity: organization,
  create: createOrganization,
  update: updateOrganization,
});

const users = relation({
  ...membership,
  path: '/organizations/:id/users',
  one: 'a member',
  many: 'members',
  owner: 'an organization',
  child: 'userId',
  ids: 'userIds',
  item: member,
  paging: 'always',
});

const userRoles = relation({
  path: '/organizations/:id/users/:userId/roles',
  one: 'a role',
  many: 'roles',
  owner: 'a member of an organization',
  child: 'organizationRoleId',
  ids: 'organizationRoleIds',
  item: organizationRole,
  paging: 'onRequest',
  read,
  write,
  change,
  unknown: ['organization.require_membership'],
  errors: ['organization.role_names_not_found', 'entity.db_constraint_violated'],
});

/** Roles by id or, for scripts that know only that, by name. */
const rolesByIdOrName = z.strictObject({
  organizationRoleIds: ids.optional(),
  organizationRoleNames: ids.optional(),
});

const applications = relation({
  ...membership,
  path: '/organizations/:id/applications',
  one: 'a machine-to-machine application',
  many: 'machine-to-machine applications',
  owner: 'an organization',
  child: 'applicationId',
  ids: 'applicationIds',
  item: memberApplication,
  paging: 'always',
  errors: ['entity.db_constraint_violated'],
});

const applicationRoles = relation({
  path: '/organizations/:id/applications/:applicationId/roles',
  one: 'a role',
  many: 'roles',
  owner: 'an application in an organization',
  child: 'organizationRoleId',
  ids: 'organizationRoleIds',
  item: organizationRole,
  paging: 'onRequest',
  read,
  write,
  change,
  unknown: ['organization.require_membership'],
  errors: ['entity.db_constraint_violated'],
});

export const organizations = defineRows({
  ...plain,
  list: {
    ...plain.list,
    query: z.object({ q: z.string().optional(), showFeatured: queryFlag.optional() }),
    response: z.array(organizationSummary),
    paging: 'always',
    sort: ['name', 'createdAt'],
  },
  listUsers: {
    ...users.list,
    shows: ['users:read'],
    query: z.object({ q: z.string().optional(), organizationRoleId: reference.optional() }),
  },
  addUsers: users.add,
  replaceUsers: users.replace,
  removeUser: users.remove,
  assignRolesToUsers: {
    method: 'post',
    path: '/organizations/:id/users/roles',
    summary: 'Assign roles to members of an organization',
    body: z.strictObject({ userIds: ids.min(1), organizationRoleIds: ids.min(1) }),
    status: 201,
    permission: write,
    change,
    errors: ['organization.require_membership'],
    unknown: [unknownRelation],
  },
  listUserRoles: userRoles.list,
  addUserRoles: { ...userRoles.add, body: rolesByIdOrName },
  replaceUserRoles: { ...userRoles.replace, body: rolesByIdOrName },
  removeUserRole: userRoles.remove,
  listUserScopes: {
    method: 'get',
    path: '/organizations/:id/users/:userId/scopes',
    summary: 'List the permissions of a member in an organization',
    response: z.array(organizationScope),
    status: 200,
    permission: read,
    unknown: ['organization.require_membership'],
  },
  listApplications: {
    ...applications.list,
    shows: ['applications:read'],
    query: z.object({ q: z.string().optional() }),
  },
  addApplications: applications.add,
  replaceApplications: applications.replace,
  removeApplication: applications.remove,
  assignRolesToApplications: {
    method: 'post',
    path: '/organizations/:id/applications/roles',
    summary: 'Assign roles to applications of an organization',
    body: z.strictObject({ applicationIds: ids.min(1), organizationRoleIds: ids.min(1) }),
    status: 201,
    permission: write,
    change,
    errors: ['organization.require_membership'],
    unknown: [unknownRelation],
  },
  listApplicationRoles: applicationRoles.list,
  addApplicationRoles: applicationRoles.add,
  replaceApplicationRoles: applicationRoles.replace,
  removeApplicationRole: applicationRoles.remove,
});
