import { adminTenantId, defaultTenantId } from '@gatehouse/contract/dialect.ts';
import type { Environment } from '../env.ts';

type Addresses = Pick<Environment, 'ENDPOINT' | 'ADMIN_ENDPOINT' | 'GATEHOUSE_EDITION'>;

/** Where a tenant answers. In the cloud edition each tenant but the default one has a host of its own. */
export const endpointOf = (env: Addresses, tenantId: string) => {
  if (tenantId === adminTenantId) return env.ADMIN_ENDPOINT;
  if (env.GATEHOUSE_EDITION === 'oss' || tenantId === defaultTenantId) return env.ENDPOINT;
  const url = new URL(env.ENDPOINT);
  url.hostname = `${tenantId}.${url.hostname}`;
  return url.origin;
};

/** Which tenant a request to the tenant endpoint is for, by its host. */
export const tenantIdOf = (env: Addresses, host: string | undefined) => {
  const { hostname } = new URL(env.ENDPOINT);
  const asked = (host ?? '').replace(/:\d+$/, '');
  if (env.GATEHOUSE_EDITION === 'oss' || !asked.endsWith(`.${hostname}`)) return defaultTenantId;
  return asked.slice(0, -hostname.length - 1);
};
