import { adminTenantId } from '@gatehouse/contract/dialect.ts';
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

/** `localhost` shares its cookies among ports, and the console's tenant lives on another one. */
export const cookieNameOf = (tenant: Tenant, name: string) =>
  `${cookiePrefix(tenant)}${tenant.id === adminTenantId ? '_admin' : ''}${name}`;

export const printCookie = (tenant: Tenant, name: string, value: string, seconds: number) =>
  [
    `${cookieNameOf(tenant, name)}=${value}`,
    `Path=${pathOf(tenant) || '/'}`,
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
