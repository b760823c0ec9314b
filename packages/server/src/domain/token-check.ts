import { type Acr, singleFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import { organizationAudience, organizationsScope } from '@gatehouse/contract/dialect.ts';
import type { JwtCustomizer } from '@gatehouse/contract/jwt-customizers.ts';
import type { CheckedScope, CheckedToken, TokenRefusal } from '@gatehouse/contract/token-check.ts';
import { tokenLifetimes } from '@gatehouse/contract/tokens.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import type { ScriptOwner } from '../scripts/fair-queue.ts';
import type { ScriptOutcome } from '../scripts/run.ts';
import type { Sandbox } from '../scripts/sandbox.ts';
import { isAdmitted } from './application-access.ts';
import type { ClientApplication } from './client-applications.ts';
import { refusalOfMember } from './organization-access.ts';
import { findOrganization } from './organizations.ts';
import { loadResource, type ResourceWithScopes } from './resources.ts';
import { organizationScopeSources, resourceScopeSources } from './scope-sources.ts';
import { blocksToken, judgeClaims } from './script-claims.ts';
import { describeOrganization, describeUser } from './script-context.ts';
import { isShutOut } from './standing.ts';
import type { Tenant } from './tenant.ts';
import { judgeScopes } from './token-scopes.ts';
import { findUser } from './users.ts';

type Asked = {
  userId: string;
  applicationId: string;
  resourceId?: string;
  organizationId?: string;
  acr?: Acr;
};
type Known = Asked & { application: ClientApplication; reached: Acr };

/**
 * The access token that a user would get from an application that asks for everything it may have, and whose user agrees.
 * The same functions decide as at the token endpoint.
 */
export const checkToken = async (
  tenant: Tenant,
  asked: Asked,
  { scripts, owner }: { scripts: Sandbox; owner: ScriptOwner },
): Promise<CheckedToken> => {
  // Documents of clients are fetched only where the tenant lets such clients in.
  const application = await tenant.cached.client(asked.applicationId);
  if (!application)
    throw new RequestError('entity.not_exists_with_id', {
      data: { name: 'application', id: asked.applicationId },
    });
  const { tellsAuthentication, customizers } = await tenant.cached.oidcConfig();
  const known = { ...asked, application, reached: asked.acr ?? singleFactorAcr };
  const token = await tenant.database.read(async db => ({
    refusals: await refusalsOf(tenant, db, known),
    ...(await describeToken(tenant, db, known)),
  }));
  const claims = standardClaims(tenant, known, token, tellsAuthentication);
  const customizer = customizers.accessToken;
  // The provider asks the script only for tokens with an audience.
  if (!customizer || token.audience === null || token.refusals.length > 0) return { ...token, claims };
  const outcome = await scripts.run(
    owner,
    customizer.script,
    await scriptInput(tenant, known, customizer, claims),
  );
  const { kept, ignored } = judgeClaims(outcome.kind === 'claims' ? outcome.claims : {});
  return { ...token, claims: { ...kept, ...claims }, script: describeOutcome(outcome, customizer, ignored) };
};

const refusalsOf = async (
  tenant: Tenant,
  db: Kysely<Tables>,
  { userId, application, organizationId, reached }: Known,
): Promise<TokenRefusal[]> => {
  const user = await findUser(db, userId);
  const { id, isThirdParty, consentCeiling } = application;
  const ofUser: TokenRefusal[] = isShutOut(user) ? ['suspended'] : [];
  const ofApplication: TokenRefusal[] = (await isAdmitted(tenant, application, userId))
    ? []
    : ['not_admitted'];
  if (organizationId === undefined) return [...ofUser, ...ofApplication];
  await findOrganization(db, organizationId);
  const member = { kind: 'user' as const, id: userId };
  const client = { thirdPartyId: isThirdParty ? id : undefined, acr: reached };
  const refusal = await refusalOfMember(db, organizationId, member, client);
  const mayAsk = !consentCeiling || consentCeiling.userScopes.includes(organizationsScope);
  return [
    ...ofUser,
    ...ofApplication,
    ...(mayAsk ? [] : (['organizations_not_allowed'] as const)),
    ...(refusal && refusal !== 'not_associated' ? [refusal] : []),
  ];
};

const describeToken = async (tenant: Tenant, db: Kysely<Tables>, known: Known) => {
  const resource = await findResource(tenant, db, known);
  if (resource)
    return {
      audience: resource.indicator,
      lifetimeSeconds: resource.accessTokenTtl,
      scopes: await scopesOfResource(db, resource, known),
    };
  const { organizationId } = known;
  if (organizationId === undefined)
    return { audience: null, lifetimeSeconds: tokenLifetimes.accessToken, scopes: [] };
  return {
    audience: organizationAudience(organizationId),
    lifetimeSeconds: tokenLifetimes.organizationToken,
    scopes: await scopesOfOrganization(db, known),
  };
};

/** The default API counts only when neither an API nor an organization is asked for. */
const findResource = async (
  tenant: Tenant,
  db: Kysely<Tables>,
  { resourceId, organizationId }: Known,
): Promise<ResourceWithScopes | undefined> => {
  if (resourceId !== undefined) {
    const resource = await loadResource(db, { id: resourceId });
    if (resource) return resource;
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'API resource', id: resourceId } });
  }
  const indicator = organizationId === undefined ? await tenant.cached.defaultResource() : null;
  return indicator === null ? undefined : tenant.cached.resource(indicator);
};

const scopesOfResource = async (
  db: Kysely<Tables>,
  resource: ResourceWithScopes,
  { userId, organizationId, application, reached }: Known,
): Promise<CheckedScope[]> => {
  const sources = await resourceScopeSources(db, resource.id, { userId, organizationId });
  const judged = judgeScopes(resource, {
    granted: [...sources.keys()],
    ceiling: application.consentCeiling,
    isForOrganization: organizationId !== undefined,
    level: { reached },
  });
  return judged.map(({ name, description, obstacle }) => ({
    name,
    description,
    obstacle,
    sources: sources.get(name) ?? [],
  }));
};

const scopesOfOrganization = async (
  db: Kysely<Tables>,
  { userId, organizationId, application }: Known,
): Promise<CheckedScope[]> => {
  const sources = await organizationScopeSources(db, { userId, organizationId });
  const all = await db
    .selectFrom('organizationScopes')
    .select(['name', 'description'])
    .orderBy('name')
    .execute();
  const allowed = application.consentCeiling?.organizationScopes;
  const obstacleOf = (name: string) => {
    if (!sources.has(name)) return 'no_role';
    return allowed && !allowed.includes(name) ? 'application' : undefined;
  };
  return all.map(({ name, description }) => ({
    name,
    description,
    obstacle: obstacleOf(name),
    sources: sources.get(name) ?? [],
  }));
};

type Described = Awaited<ReturnType<typeof describeToken>>;

/** Times and the ID of a token are known only when it is issued. */
const standardClaims = (
  tenant: Tenant,
  { userId, applicationId, resourceId, organizationId, reached }: Known,
  { audience, scopes }: Described,
  tellsAuthentication: boolean,
): Record<string, unknown> => {
  if (audience === null) return {};
  return {
    iss: tenant.issuer,
    sub: userId,
    aud: audience,
    client_id: applicationId,
    scope: scopes.flatMap(({ name, obstacle }) => (obstacle ? [] : [name])).join(' '),
    ...(organizationId !== undefined && resourceId !== undefined ? { organization_id: organizationId } : {}),
    ...(tellsAuthentication ? { acr: reached } : {}),
  };
};

const scriptInput = async (
  tenant: Tenant,
  { userId, organizationId, application }: Known,
  { environmentVariables = {} }: JwtCustomizer,
  { aud, scope, client_id: clientId }: Record<string, unknown>,
) => {
  const { id, name, type, isThirdParty } = application;
  const context = await tenant.database.read(async db => ({
    application: { id, name, type, isThirdParty },
    user: await describeUser(db, userId),
    ...(organizationId === undefined ? {} : { organization: await describeOrganization(db, organizationId) }),
  }));
  const token = { kind: 'AccessToken', aud, scope, clientId, accountId: userId, gty: 'authorization_code' };
  return { token, context, environmentVariables };
};

const describeOutcome = (outcome: ScriptOutcome, customizer: JwtCustomizer, ignoredClaims: string[]) => ({
  outcome: outcome.kind,
  message: outcome.kind === 'claims' ? undefined : outcome.message,
  ignoredClaims,
  blocksToken: blocksToken(outcome, customizer),
});
