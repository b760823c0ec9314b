import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { pathOf } from '../domain/path-of.ts';
import type { Tenant } from '../domain/tenant.ts';

/**
 * Browsers take a cookie with `__Host-` only from the host itself, over TLS and for all paths, so no sibling host can
 * plant one. A path of its own would cost a cookie that name: tenants that share a host by their paths have their ID in the
 * name instead. Plain http has no such names, and there the path tells tenants apart.
 */
const isHostBound = ({ endpoint }: Tenant) => endpoint.startsWith('https:');

export const cookiePathOf = (tenant: Tenant) => (isHostBound(tenant) ? '/' : pathOf(tenant) || '/');

export const cookieNameOf = (tenant: Tenant, name: string) => {
  // `localhost` shares its cookies among ports, and the console's tenant lives on another one.
  const owner = tenant.id === adminTenantId ? '_admin' : '';
  if (!isHostBound(tenant)) return `${owner}${name}`;
  return `__Host-${pathOf(tenant) ? `_${tenant.id}` : owner}${name}`;
};

export const printCookie = (tenant: Tenant, name: string, value: string, seconds: number) =>
  [
    `${cookieNameOf(tenant, name)}=${value}`,
    `Path=${cookiePathOf(tenant)}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(tenant.endpoint.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

export const readCookie = (header: string | undefined, tenant: Tenant, name: string) => {
  const start = `${cookieNameOf(tenant, name)}=`;
  return header
    ?.split('; ')
    .find(cookie => cookie.startsWith(start))
    ?.slice(start.length);
};
