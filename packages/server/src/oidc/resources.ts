import { organizationResource } from '@gatehouse/contract/dialect.ts';
import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { loadUserScopes } from '../domain/client-applications.ts';
import { resourceScopesIn } from '../domain/organization-access.ts';
import type { ResourceWithScopes } from '../domain/resources.ts';
import type { Tenant } from '../domain/tenant.ts';
import { judgeScopes } from '../domain/token-scopes.ts';
import { requireAllowedScopes } from './allowed-scopes.ts';
import { applicationOf } from './application-of.ts';
import { authenticationOf } from './authentication.ts';
import { requireMembership } from './organization-access.ts';
import {
  allOrganizations,
  isOrganizationAudience,
  memberOf,
  organizationOf,
  organizationResourceServer,
  thirdPartyIdOf,
} from './organizations.ts';

/**
 * The scopes that a token for a resource can have (RFC 8707): those that the roles of the caller grant on it. Before
 * the user has signed in, every scope of the resource can be requested.
 */
export const findResourceServer = async (
  tenant: Tenant,
  ctx: KoaContextWithOIDC,
  indicator: string,
  client: Client,
): Promise<ResourceServer> => {
  await requireAllowedScopes(tenant, ctx, client);
  if (indicator === organizationResource) return allOrganizations(tenant, client);
  if (isOrganizationAudience(indicator)) return organizationResourceServer(tenant, ctx, indicator, client);
  const resource = await tenant.cached.resource(indicator);
  if (!resource) throw new errors.InvalidTarget(`no API resource has the indicator ${indicator}`);
  const granted = await grantedScopes(tenant, ctx, resource, client);
  const scopes = judgeScopes(resource, {
    granted,
    ceiling: applicationOf(client).consentCeiling,
    isForOrganization: organizationOf(ctx) !== undefined,
    level: levelOf(ctx),
  });
  return {
    scope: scopes.flatMap(({ name, obstacle }) => (obstacle ? [] : [name])).join(' '),
    audience: resource.indicator,
    accessTokenTTL: resource.accessTokenTtl,
    accessTokenFormat: 'jwt',
  };
};

const grantedScopes = async (
  tenant: Tenant,
  ctx: KoaContextWithOIDC,
  resource: ResourceWithScopes,
  client: Client,
) => {
  const member = memberOf(ctx, client);
  if (!member) return resource.scopes.map(({ name }) => name);
  const organizationId = organizationOf(ctx);
  if (organizationId !== undefined) {
    return tenant.database.read(async db => {
      await requireMembership(db, organizationId, member, {
        thirdPartyId: thirdPartyIdOf(client),
        acr: authenticationOf(ctx)?.acr,
      });
      return resourceScopesIn(db, organizationId, member, resource.id);
    });
  }
  if (member.kind === 'application')
    return (await tenant.cached.applicationScopes(member.id)).get(resource.id) ?? [];
  return tenant.database.read(db => loadUserScopes(db, member.id, resource.id));
};

/**
 * The level of the sign-in behind a token request. Before a token, permissions that need more lead to a stronger
 * sign-in. Machines do not sign in, and get what their roles grant.
 */
const levelOf = (ctx: KoaContextWithOIDC) => {
  const { route, params } = ctx.oidc;
  if (route !== 'token' || params?.grant_type === 'client_credentials') return undefined;
  return { reached: authenticationOf(ctx)?.acr };
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
  // A machine token without an audience would be useless, so none is issued.
  if (ctx.oidc.params?.grant_type === 'client_credentials') {
    throw new errors.InvalidTarget('resource is missing and the tenant has no default API resource');
  }
  return undefined;
};
