import { type TenantRole, tenantRoles } from '@gatehouse/contract/scopes.ts';
import type { Caller } from '../../http/authenticate.ts';
import { RequestError } from '../../request-error.ts';

/** Granting a role requires all of its permissions: a token that can only invite creates no administrators. */
export const requireGrantable = ({ scopes }: Caller, role: TenantRole) => {
  if (!tenantRoles[role].every(permission => scopes.has(permission)))
    throw new RequestError('auth.forbidden');
};
