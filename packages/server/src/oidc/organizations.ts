import {
  organizationAudience,
  organizationResource,
  organizationsScope,
} from '@gatehouse/contract/dialect.ts';
import { errors, type KoaContextWithOIDC, type Provider, type ResourceServer } from 'oidc-provider';
import type { Tenant } from '../domain/tenant.ts';
import { currentContext } from './context.ts';

const organizationTokenTtlSeconds = 3600;

/**
 * An organization is a resource of its own: `organization_id` in a refresh request asks for a token whose audience is
 * the organization and whose scopes are what the member's organization roles grant.
 */
export const organizationResourceServer = async (
  tenant: Tenant,
  ctx: KoaContextWithOIDC,
  audience: string,
): Promise<ResourceServer> => {
  const organizationId = audience.slice(organizationAudience('').length);
  const userId = ctx.oidc.account?.accountId;
  if (userId === undefined || ctx.oidc.params?.organization_id !== organizationId)
    throw new errors.InvalidTarget();

  const scopes = await tenant.database.read(async db => {
    const member = await db
      .selectFrom('organizationUsers')
      .select('userId')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (!member) return undefined;
    const rows = await db
      .selectFrom('organizationUserRoles as held')
      .innerJoin('organizationRoleScopes as granted', 'granted.organizationRoleId', 'held.organizationRoleId')
      .innerJoin('organizationScopes as scope', 'scope.id', 'granted.organizationScopeId')
      .select('scope.name')
      .distinct()
      .where('held.organizationId', '=', organizationId)
      .where('held.userId', '=', userId)
      .execute();
    return rows.map(({ name }) => name);
  });
  if (!scopes) throw forbidden('the user is not a member of the organization');

  // Which organizations a user belongs to is not known when the grant is made, so the grant learns it here.
  const scope = scopes.join(' ');
  ctx.oidc.entities.Grant?.addResourceScope(audience, scope);
  return {
    scope,
    audience,
    accessTokenTTL: organizationTokenTtlSeconds,
    accessTokenFormat: 'jwt',
  };
};

/**
 * The reserved resource by which SDKs ask for organization scopes before they know an organization. It only makes those
 * scopes askable; tokens are for one organization each.
 */
export const allOrganizations = async (tenant: Tenant): Promise<ResourceServer> => {
  const scopes = await tenant.database.read(db =>
    db.selectFrom('organizationScopes').select('name').execute(),
  );
  return {
    scope: scopes.map(({ name }) => name).join(' '),
    audience: organizationResource,
    accessTokenTTL: organizationTokenTtlSeconds,
    accessTokenFormat: 'jwt',
  };
};

/** Lets a refresh token with the organizations scope ask for any organization: membership is checked above. */
export const allowOrganizationTokens = (provider: Provider) => {
  const prototype = provider.RefreshToken.prototype;
  const { get: granted } = findAccessor(prototype, 'resourceIndicators');
  Object.defineProperty(prototype, 'resourceIndicators', {
    get(this: { scopes: Set<string> }) {
      const indicators = new Set<string>(granted.call(this));
      const ctx = currentContext(provider);
      const organizationId = ctx?.oidc.params?.organization_id;
      if (typeof organizationId === 'string' && this.scopes.has(organizationsScope)) {
        indicators.add(organizationAudience(organizationId));
      }
      return indicators;
    },
  });
};

/** Turns `organization_id` without `resource` into the resource that stands for the organization. */
export const requestOrganization = (ctx: KoaContextWithOIDC) => {
  const { params, client } = ctx.oidc;
  if (!params || !client || typeof params.organization_id !== 'string' || params.resource !== undefined)
    return;
  params.resource = organizationAudience(params.organization_id);
};

const forbidden = (description: string) => {
  const error = new errors.AccessDenied(description);
  error.status = 403;
  error.statusCode = 403;
  return error;
};

const findAccessor = (prototype: object, name: string): { get: (this: unknown) => Set<string> } => {
  for (let current: object | null = prototype; current; current = Object.getPrototypeOf(current)) {
    const get = Object.getOwnPropertyDescriptor(current, name)?.get;
    if (get) return { get };
  }
  throw new Error(`the provider library has no accessor ${name}`);
};
