import { organizationResource } from '@gatehouse/contract/dialect.ts';
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { ConsentCeiling } from '../domain/consent-ceiling.ts';
import type { Tenant } from '../domain/tenant.ts';
import { applicationOf } from './application-of.ts';

/**
 * Routes that start a sign-in. On later ones, a ceiling that was lowered in the meantime only reduces the scopes,
 * because users are waiting.
 */
const beginnings: ReadonlySet<string> = new Set([
  'authorization',
  'pushed_authorization_request',
  'device_authorization',
]);

const judged = new WeakSet<KoaContextWithOIDC>();

/**
 * A third-party application that requests a permission beyond its allowed ones gets an error before the user signs in,
 * instead of a token that lacks it. The library does the same for user scopes. One resource that allows a scope is
 * enough, and scopes that none of the resources has are left out as before (RFC 6749 section 3.3).
 */
export const requireAllowedScopes = async (tenant: Tenant, ctx: KoaContextWithOIDC, client: Client) => {
  const { consentCeiling } = applicationOf(client);
  const { route, params, requestParamScopes } = ctx.oidc;
  if (!consentCeiling || !beginnings.has(route) || judged.has(ctx)) return;
  judged.add(ctx);
  const indicators = [params?.resource ?? []].flat().map(String);
  const known = await Promise.all(indicators.map(indicator => scopesOf(tenant, indicator, consentCeiling)));
  const refused = [...requestParamScopes].filter(name => {
    const holders = known.flatMap(names => names.get(name) ?? []);
    return holders.length > 0 && !holders.includes(true);
  });
  if (refused.length === 0) return;
  const names = refused.join(' ');
  throw new errors.InvalidScope(`the application is not allowed to ask for: ${names}`, names);
};

/** The scopes of a resource by name, and whether the application may ask for each. */
const scopesOf = async (
  tenant: Tenant,
  indicator: string,
  ceiling: ConsentCeiling,
): Promise<ReadonlyMap<string, boolean>> => {
  if (indicator === organizationResource) {
    const rows = await tenant.database.read(db =>
      db.selectFrom('organizationScopes').select('name').execute(),
    );
    return new Map(rows.map(({ name }) => [name, ceiling.organizationScopes.includes(name)]));
  }
  const resource = await tenant.cached.resource(indicator);
  const allowed = [...ceiling.resourceScopeIds, ...ceiling.organizationResourceScopeIds];
  return new Map(resource?.scopes.map(({ id, name }) => [name, allowed.includes(id)]));
};
