import { z } from 'zod';
import { distinct, id } from './fields.ts';
import { limitablePermissions, limitedAreas } from './limited-requests.ts';
import type { MemberPermission } from './scopes.ts';

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
