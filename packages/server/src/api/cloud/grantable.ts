import { type TenantRole, tenantRoles } from '@gatehouse/contract/scopes.ts';
import type { Caller } from '../../http/authenticate.ts';
import { RequestError } from '../../request-error.ts';

/** A role is given by callers who hold all of it: a token for inviting alone makes nobody an administrator. */
export const requireGrantable = ({ scopes }: Caller, role: TenantRole) => {
  if (!tenantRoles[role].every(permission => scopes.has(permission)))
    throw new RequestError('auth.forbidden');
};
