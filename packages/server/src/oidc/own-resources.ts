import type { Tenant } from '../domain/tenant.ts';
import { ownApis } from '../http/challenge.ts';
import type { Parameters } from './patches/requests.ts';

/**
 * Clients that found our own APIs by their metadata (RFC 9728) name them by their addresses. The management API is known by
 * its audience here, and a token for the account API is the one that a request without a resource gets.
 */
export const nameOwnResources = (tenant: Tenant, audience: string) => {
  const indicators = new Map<string, string | undefined>([
    [`${tenant.endpoint}${ownApis.management}`, audience],
    [`${tenant.endpoint}${ownApis.account}`, undefined],
  ]);
  const rename = (resource: unknown) => {
    const given = [resource ?? []].flat();
    if (!given.some(value => indicators.has(String(value)))) return resource;
    const named = given.flatMap(value =>
      indicators.has(String(value)) ? (indicators.get(String(value)) ?? []) : [value],
    );
    return named.length > 1 ? named : named[0];
  };
  return (params: Parameters) => {
    if (params.resource !== undefined) params.resource = rename(params.resource);
  };
};
