import type { Tenant } from '../domain/tenant.ts';
import { pathOf } from './path-of.ts';

/**
 * Browsers take a cookie with `__Host-` only from the host itself, over TLS and for all paths, so no sibling host can
 * plant one. Tenants that share a host by their paths get the weaker `__Secure-`; plain http has no such names.
 */
export const cookiePrefix = (tenant: Tenant) => {
  if (!tenant.endpoint.startsWith('https:')) return '';
  return pathOf(tenant) ? '__Secure-' : '__Host-';
};
