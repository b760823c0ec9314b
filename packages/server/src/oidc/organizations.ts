import {
  organizationAudience,
  organizationResource,
  organizationsScope,
} from '@gatehouse/contract/dialect.ts';
import { tokenLifetimes } from '@gatehouse/contract/tokens.ts';
import {
  type Client,
  errors,
  type KoaContextWithOIDC,
  type Provider,
  type ResourceServer,
} from 'oidc-provider';
import { type Member, organizationScopesOf } from '../domain/organization-access.ts';
import type { Tenant } from '../domain/tenant.ts';
import { applicationOf } from './application-of.ts';
import { authenticationOf } from './authentication.ts';
import { requireMembership } from './organization-access.ts';
import { widenRefresh } from './patches/refresh-tokens.ts';

export const isOrganizationAudience = (indicator: string) => indicator.startsWith(organizationAudience(''));

/**
 * The organization in whose name a token is asked for. In an authorization request the parameter only says whose
 * colors the sign-in pages wear.
 */
export const organizationOf = ({ oidc }: KoaContextWithOIDC) => {
  const { organization_id: id, grant_type: grantType } = oidc.params ?? {};
  return typeof grantType === 'string' && typeof id === 'string' ? id : undefined;
};

/** Whose roles count: the machine's own, or those of the user for whom it acts. */
export const memberOf = (ctx: KoaContextWithOIDC, client: Client): Member | undefined => {
  if (ctx.oidc.params?.grant_type === 'client_credentials')
    return { kind: 'application', id: client.clientId };
  const userId = ctx.oidc.account?.accountId ?? ctx.oidc.session?.accountId;
  return userId === undefined ? undefined : { kind: 'user', id: userId };
};

export const thirdPartyIdOf = (client: Client) =>
  applicationOf(client).isThirdParty ? client.clientId : undefined;

/**
 * An organization is a resource: `organization_id` in a token request asks for a token whose audience is the
 * organization and whose scopes are those of the organization roles of the member.
 */
export const organizationResourceServer = async (
  tenant: Tenant,
  ctx: KoaContextWithOIDC,
  audience: string,
  client: Client,
): Promise<ResourceServer> => {
  const organizationId = organizationOf(ctx);
  const member = memberOf(ctx, client);
  if (!member || organizationId === undefined || audience !== organizationAudience(organizationId))
    throw new errors.InvalidTarget();

  const scopes = await tenant.database.read(async db => {
    await requireMembership(db, organizationId, member, {
      thirdPartyId: thirdPartyIdOf(client),
      acr: authenticationOf(ctx)?.acr,
    });
    return organizationScopesOf(db, organizationId, member);
  });

  // The user's organizations are not known when the grant is created, so the scopes are added here.
  const scope = withinCeiling(client, scopes).join(' ');
  ctx.oidc.entities.Grant?.addResourceScope(audience, scope);
  return {
    scope,
    audience,
    accessTokenTTL: tokenLifetimes.organizationToken,
    accessTokenFormat: 'jwt',
  };
};

/**
 * The reserved resource by which SDKs ask for organization scopes before they know an organization. It only makes those
 * scopes askable; tokens are for one organization each.
 */
export const allOrganizations = async (tenant: Tenant, client: Client): Promise<ResourceServer> => {
  const scopes = await tenant.database.read(db =>
    db.selectFrom('organizationScopes').select('name').execute(),
  );
  return {
    scope: withinCeiling(
      client,
      scopes.map(({ name }) => name),
    ).join(' '),
    audience: organizationResource,
    accessTokenTTL: tokenLifetimes.organizationToken,
    accessTokenFormat: 'jwt',
  };
};

const withinCeiling = (client: Client, names: string[]) => {
  const { consentCeiling } = applicationOf(client);
  return consentCeiling ? names.filter(name => consentCeiling.organizationScopes.includes(name)) : names;
};

/** Lets a refresh token with the organizations scope ask for any organization: membership is checked above. */
export const allowOrganizationTokens = (provider: Provider) =>
  widenRefresh(provider, (ctx, { scopes }) => {
    const organizationId = organizationOf(ctx);
    if (organizationId === undefined) return [];
    if (!scopes.has(organizationsScope))
      throw new errors.InsufficientScope('refresh token missing required scope', organizationsScope);
    return [organizationAudience(organizationId)];
  });

/** Turns `organization_id` without `resource` into the resource that stands for the organization. */
export const requestOrganization = (ctx: KoaContextWithOIDC) => {
  const { params } = ctx.oidc;
  const organizationId = organizationOf(ctx);
  if (params && organizationId !== undefined && params.resource === undefined)
    params.resource = organizationAudience(organizationId);
};
