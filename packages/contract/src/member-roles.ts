import { z } from 'zod';
import { defineRows, unknownRelation } from './endpoint.ts';
import { clearable, distinct, id } from './fields.ts';
import { roleLimits } from './limited-roles.ts';
import { managementAreas } from './management-permissions.ts';
import {
  billingPermission,
  type ManagementArea,
  type MemberPermission,
  type TenantPermission,
  tenantRoles,
} from './scopes.ts';

/** All members see each other. The token for a tenant carries this scope. */
export const everyMember = 'read:member' satisfies TenantPermission;

/** The permissions for the tenant itself that roles can be made of. */
export const tenantDuties = [
  'invite:member',
  'remove:member',
  'update:member:role',
  'manage:tenant',
  billingPermission,
] as const satisfies readonly MemberPermission[];

const reading = managementAreas.map(area => `${area}:read` as const);
const writing = managementAreas.map(area => `${area}:write` as const);

/** Roles are made of these. What administrators and collaborators have goes beyond them. */
export const rolePermissions = [...tenantDuties, ...reading, ...writing] as const;

/** Areas that developers only look at. */
const peopleAreas: readonly ManagementArea[] = ['users', 'organizations', 'one-time-tokens'];

/** Built-in roles that are worth less than a collaborator. */
export const narrowRoles = {
  developer: [
    everyMember,
    ...reading,
    ...managementAreas.filter(area => !peopleAreas.includes(area)).map(area => `${area}:write` as const),
  ],
  support: [everyMember, 'users:read', 'users:write', 'organizations:read', 'roles:read', 'logs:read'],
  auditor: [everyMember, ...reading],
  billing: [everyMember, billingPermission],
} as const satisfies Record<string, readonly MemberPermission[]>;

export const builtInRoles: Readonly<Record<string, readonly MemberPermission[]>> = {
  ...tenantRoles,
  ...narrowRoles,
};

export type BuiltInRole = keyof typeof tenantRoles | keyof typeof narrowRoles;

export const isBuiltInRole = (role: string): role is BuiltInRole => Object.hasOwn(builtInRoles, role);

export const builtInRoleNames = Object.keys(builtInRoles) as BuiltInRole[];

export const memberRole = z.object({
  /** The name of a built-in role, or the ID of one of the tenant’s own. */
  id,
  name: z.string().min(1).max(128),
  description: z.string().max(256).nullable(),
  permissions: z.array(z.string()),
  /** The objects for which the permissions count; all of them without limits. */
  limits: roleLimits.nullable(),
  isBuiltIn: z.boolean(),
  memberCount: z.number(),
  invitationCount: z.number(),
});
export type MemberRole = z.infer<typeof memberRole>;

export const memberRoleForm = z.strictObject({
  name: memberRole.shape.name
    .regex(/\S/, { error: 'validation.required' })
    .refine(name => !isBuiltInRole(name.trim().toLowerCase()), { error: 'role.name_in_use' }),
  description: clearable(memberRole.shape.description.unwrap()).optional(),
  permissions: distinct(z.array(z.enum(rolePermissions)).min(1)),
  limits: roleLimits.nullable().optional(),
});

const path = '/tenants/:tenantId/member-roles';
const errors = ['auth.grant_exceeds_own', 'role.name_in_use', 'role.beyond_limits', unknownRelation] as const;

export const memberRoles = defineRows({
  list: {
    method: 'get',
    path,
    summary: 'List the roles that members of a tenant can have',
    response: z.array(memberRole),
    status: 200,
    permission: 'read:member',
  },
  create: {
    method: 'post',
    path,
    summary: 'Create a role for members of a tenant',
    body: memberRoleForm,
    response: memberRole,
    status: 201,
    permission: 'update:member:role',
    errors,
  },
  update: {
    method: 'patch',
    path: `${path}/:roleId`,
    summary: 'Update a role for members of a tenant',
    body: memberRoleForm.partial(),
    response: memberRole,
    status: 200,
    permission: 'update:member:role',
    errors,
  },
  delete: {
    method: 'delete',
    path: `${path}/:roleId`,
    summary: 'Delete a role for members of a tenant',
    status: 204,
    permission: 'update:member:role',
    errors: ['auth.grant_exceeds_own', 'tenant.role_in_use'],
  },
});
