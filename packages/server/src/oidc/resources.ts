import { organizationAudience, organizationResource } from '@gatehouse/contract/dialect.ts';
import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { loadUserScopes } from '../domain/client-applications.ts';
import type { Tenant } from '../domain/tenant.ts';
import { applicationOf } from './clients.ts';
import { allOrganizations, organizationResourceServer } from './organizations.ts';

/**
 * Says what a token for a resource may hold (RFC 8707): the scopes that the roles of the caller grant on it. Before
 * anybody has signed in every scope of the resource may be asked for.
 */
export const findResourceServer = async (
  tenant: Tenant,
  ctx: KoaContextWithOIDC,
  indicator: string,
  client: Client,
): Promise<ResourceServer> => {
  if (indicator === organizationResource) return allOrganizations(tenant);
  if (indicator.startsWith(organizationAudience('')))
    return organizationResourceServer(tenant, ctx, indicator);
  const resource = await tenant.cached.resource(indicator);
  if (!resource) throw new errors.InvalidTarget(`no API resource has the indicator ${indicator}`);

  const granted = async () => {
    if (applicationOf(client).type === 'MachineToMachine') {
      return (await tenant.cached.applicationScopes(client.clientId)).get(resource.id) ?? [];
    }
    const userId = ctx.oidc.account?.accountId ?? ctx.oidc.session?.accountId;
    return userId === undefined
      ? resource.scopes.map(({ name }) => name)
      : tenant.database.read(db => loadUserScopes(db, userId, resource.id));
  };
  return {
    scope: (await granted()).join(' '),
    audience: resource.indicator,
    accessTokenTTL: resource.accessTokenTtl,
    accessTokenFormat: 'jwt',
  };
};

/** The token endpoint takes one resource; among several granted ones none is the default. */
export const findDefaultResource = async (
  tenant: Tenant,
  ctx: KoaContextWithOIDC,
  oneOf: readonly string[] | undefined,
) => {
  if (oneOf) return [...oneOf];
  const indicator = await tenant.cached.defaultResource();
  if (indicator !== null) return indicator;
  // A machine's token without an audience could be used nowhere: nobody gets one.
  if (ctx.oidc.params?.grant_type === 'client_credentials') {
    throw new errors.InvalidTarget('resource is missing and the tenant has no default API resource');
  }
  return undefined;
};
