import { z } from 'zod';
import { distinct, id } from './fields.ts';
import { type LimitedArea, limitedAreas } from './limited-requests.ts';
import type { MemberPermission } from './scopes.ts';

/** The permissions that a role can have for some objects only. The members of an organization are users. */
export const limitablePermissions = {
  applications: ['applications:read', 'applications:write'],
  organizations: ['organizations:read', 'organizations:write', 'users:read'],
} as const satisfies Record<LimitedArea, readonly MemberPermission[]>;

const objects = distinct(z.array(id).max(100));

/** The objects that a role is limited to. Its permissions are worth nothing for others. */
export const roleLimits = z
  .strictObject({ applications: objects, organizations: objects })
  .refine(limits => limitedAreas.some(area => limits[area].length > 0), { error: 'validation.required' });
export type RoleLimits = z.infer<typeof roleLimits>;

/** The permissions of a role for some objects only. */
export type LimitedRole = RoleLimits & { permissions: readonly MemberPermission[] };

/** The permissions that a role cannot have with these limits. */
export const beyondLimits = (permissions: readonly string[], limits: RoleLimits) => {
  const allowed: readonly string[] = limitedAreas.flatMap(area =>
    limits[area].length > 0 ? limitablePermissions[area] : [],
  );
  return permissions.filter(permission => !allowed.includes(permission));
};
