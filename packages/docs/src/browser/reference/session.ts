import {
  consoleApplicationId,
  defaultTenantId,
  organizationsScope,
  tenantOrganizationId,
} from '@gatehouse/contract/dialect.ts';
import { tokenLock } from '@gatehouse/contract/token-lock.ts';
import LogtoClient from '@logto/browser';
import type { Access } from '../../reference/operation.ts';
import type { PageData } from './page-data.ts';

/** The session of the console in this browser: the same client, with the same keys in its storage. */
export const openSession = (page: PageData) => {
  const isCloud = page.edition === 'cloud';
  const client = new LogtoClient({
    endpoint: page.adminEndpoint,
    appId: consoleApplicationId,
    resources: [...(isCloud ? [] : [page.managementAudience]), page.cloudAudience, page.meAudience],
    // Without it the SDK hands out no organization tokens.
    scopes: [organizationsScope],
  });
  const ofTenant = (tenant: string) => client.getOrganizationToken(tenantOrganizationId(tenant));
  const tokenOf = (access: Access, tenant: string) => {
    if (access === 'me') return client.getAccessToken(page.meAudience);
    if (access === 'cloud') return client.getAccessToken(page.cloudAudience);
    if (access === 'member') return ofTenant(tenant);
    return isCloud ? ofTenant(tenant) : client.getAccessToken(page.managementAudience);
  };
  return {
    isSignedIn: () => client.isAuthenticated(),
    /** One at a time, in all tabs: two requests with one refresh token look like theft. */
    token: (access: Access, tenant: string) =>
      navigator.locks.request(tokenLock, () => tokenOf(access, tenant)) as Promise<string>,
    /** The tenants that the user is a member of. */
    tenants: async () => {
      if (!isCloud) return [defaultTenantId];
      const { organizations = [] } = await client.getIdTokenClaims();
      const prefix = tenantOrganizationId('');
      return organizations.flatMap(id => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
    },
  };
};
