import type { EntityArea } from './entities.ts';

/** Areas that only show what others write. */
export const readingAreas = ['changes', 'dashboard'] as const;

export type ManagementArea = EntityArea | (typeof readingAreas)[number];

export type ManagementPermission = 'all' | `${ManagementArea}:${'read' | 'write'}`;

/** Held by a user's token for the me API, whose scope on the wire is `all`. */
export const mePermission = 'me';

/** The permissions of a tenant's member, on the organization that stands for the tenant. */
export const tenantPermissions = [
  'read:data',
  'write:data',
  'delete:data',
  'read:member',
  'invite:member',
  'remove:member',
  'update:member:role',
  'manage:tenant',
] as const;

export type TenantPermission = (typeof tenantPermissions)[number];

export const isTenantPermission = (permission: string): permission is TenantPermission =>
  tenantPermissions.some(name => name === permission);

export const tenantRoles = {
  admin: tenantPermissions,
  collaborator: ['read:data', 'write:data', 'delete:data', 'read:member'],
} as const satisfies Record<string, readonly TenantPermission[]>;

/**
 * A part of `manage:tenant`, for roles that handle nothing else of a tenant. It is no scope of tokens: permissions
 * other than these scopes are read from the role.
 */
export const billingPermission = 'manage:billing';

/** A permission that a role of members can have. */
export type MemberPermission =
  | TenantPermission
  | typeof billingPermission
  | Exclude<ManagementPermission, 'all'>;

export const cloudScopes = [
  'create:tenant',
  'manage:tenant:self',
  'send:sms',
  'send:email',
  'fetch:custom:jwt',
  'report:subscription:updates',
  'manage:affiliate',
  'create:affiliate',
] as const;

export type CloudScope = (typeof cloudScopes)[number];

/** Permissions that an API row can require of its caller. */
export type Permission =
  | ManagementPermission
  | typeof mePermission
  | TenantPermission
  | CloudScope
  | UserDataScope
  | typeof sessionsScope
  | (typeof reservedScopes)[number];

/** Scopes that open parts of a user's own data to an application. */
export const userDataScopes = [
  'profile',
  'email',
  'phone',
  'address',
  'custom_data',
  'identities',
  'roles',
  'urn:logto:scope:organizations',
  'urn:logto:scope:organization_roles',
] as const;

export type UserDataScope = (typeof userDataScopes)[number];

/** Opens where a user is signed in and what they allowed; only for applications of one's own. */
export const sessionsScope = 'urn:logto:scope:sessions';

/** Scopes of OpenID Connect itself: never the name of a permission of an API resource. */
export const reservedScopes = ['openid', 'offline_access'] as const;
