import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { Database, TenantDatabase } from '../database/database.ts';
import { RequestError } from '../request-error.ts';
import { type CacheDependencies, createTenantCache, type TenantCache } from './tenant-cache.ts';

/** One tenant as the running server sees it: where it is, its data, and what is kept of it in memory. */
export type Tenant = {
  readonly id: string;
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly issuer: string;
  /** Of all its addresses: a token that was made at one of them is good at the others. */
  issuers(): Promise<readonly string[]>;
  readonly database: TenantDatabase;
  readonly cached: TenantCache;
  /**
   * In the preview of a draft, whose settings `cached` has: the tenant as it is. Attempts, codes and messages are those of
   * the live tenant, and nothing else is written.
   */
  readonly live?: Tenant;
};

/** The tenant as it is, also in a preview. */
export const liveTenant = (tenant: Tenant) => tenant.live ?? tenant;

/** A suspended tenant refuses all requests until its invoices are paid. */
export const requireGoodStanding = async (tenant: Tenant) => {
  const { isSuspended } = await tenant.cached.standing();
  if (isSuspended) throw new RequestError('subscription.tenant_suspended');
};

export const createTenant = (id: string, dependencies: TenantDependencies): Tenant => {
  const { database, endpointOf, endpointAt } = dependencies;
  const tenantDatabase = database.tenant(id);
  const { legalLinks, ...others } = dependencies;
  const cached = createTenantCache(tenantDatabase, id === adminTenantId ? dependencies : others);
  const endpoint = endpointOf(id);
  return {
    id,
    endpoint,
    issuer: issuerAt(endpoint),
    issuers: async () => [endpoint, ...(await cached.domains()).map(endpointAt)].map(issuerAt),
    database: tenantDatabase,
    cached,
  };
};

export type TenantDependencies = CacheDependencies & {
  database: Database;
  endpointOf(tenantId: string): string;
  /** The base URL of a custom domain. */
  endpointAt(domain: string): string;
};

/** The same tenant at a custom domain. */
export const tenantAt = (tenant: Tenant, endpoint: string): Tenant => ({
  ...tenant,
  endpoint,
  issuer: issuerAt(endpoint),
});

const issuerAt = (endpoint: string) => `${endpoint}/oidc`;
