import { errors } from 'oidc-provider';
import type { Parameters } from './patches/requests.ts';

/**
 * PostgreSQL takes no null bytes. A pushed request hides them from it until others look inside: one such request kept every
 * user of the tenant from being erased.
 */
export const refuseNullBytes = (params: Parameters) => {
  for (const [name, value] of Object.entries(params))
    if ([value].flat().some(each => String(each).includes('\0')))
      throw new errors.InvalidRequest(`${name} must not contain a null byte`);
};
