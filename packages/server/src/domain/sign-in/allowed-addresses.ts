import { RequestError } from '../../request-error.ts';
import type { Tenant } from '../tenant.ts';
import { judgeAddress } from './email-rules.ts';

/** Refuses an address that the lists of the tenant keep out. */
export const requireAllowed = async (tenant: Tenant, { type, value }: { type: string; value: string }) => {
  const verdict = type === 'email' && judgeAddress(await tenant.cached.signInConfiguration(), value);
  if (verdict) throw new RequestError(verdict.code, { data: verdict.data });
};
