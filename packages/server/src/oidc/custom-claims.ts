import { type AccessToken, type ClientCredentials, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { AuditLog } from '../audit/audit-log.ts';
import type { OidcConfig } from '../domain/oidc-config.ts';
import { blocksToken, judgeClaims } from '../domain/script-claims.ts';
import { describeOrganization, describeUser } from '../domain/script-context.ts';
import type { Tenant } from '../domain/tenant.ts';
import { RequestError } from '../request-error.ts';
import type { Sandbox } from '../scripts/sandbox.ts';
import { applicationOf } from './application-of.ts';
import { findSubmission } from './last-submission.ts';
import { organizationOf } from './organizations.ts';
import { exchangeOf } from './token-exchange.ts';
import { callerOf } from './watch.ts';

type Token = AccessToken | ClientCredentials;

/** Adds the claims of the tenant's script to a token. Tenants without a script incur no cost. */
export const createCustomClaims =
  (
    tenant: Tenant,
    customizers: OidcConfig['customizers'],
    { scripts, audit }: { scripts: Sandbox; audit: AuditLog },
  ) =>
  async (ctx: KoaContextWithOIDC, token: Token): Promise<Record<string, unknown>> => {
    const customizer = token.kind === 'AccessToken' ? customizers.accessToken : customizers.clientCredentials;
    // A token without an audience only opens userinfo, and its claims are never read.
    if (!customizer || !token.aud) return {};
    const { script, environmentVariables = {} } = customizer;
    const input = {
      token: describeToken(token),
      context: await describeContext(tenant, ctx, token),
      environmentVariables,
    };
    const outcome = await scripts.run({ tenantId: tenant.id }, script, input).catch((error: unknown) => {
      throw closedFor(ctx, error);
    });
    if (outcome.kind === 'claims') return judgeClaims(outcome.claims).kept;
    audit.append(tenant.id, {
      key: `JwtCustomizer.${token.kind}`,
      payload: {
        result: 'Error',
        error: { code: outcome.kind, message: outcome.message },
        ...callerOf(ctx),
        userId: 'accountId' in token ? token.accountId : undefined,
      },
    });
    if (outcome.kind === 'denied') throw new errors.AccessDenied(outcome.message);
    // The client is not told why: the message of a script is for its owner.
    if (blocksToken(outcome, customizer))
      throw new errors.AccessDenied('the script for custom claims failed');
    return {};
  };

/** The script may deny access, so without its verdict there is no token: the client tries again. */
const closedFor = (ctx: KoaContextWithOIDC, error: unknown) => {
  if (!(error instanceof RequestError)) return error;
  if (error.retryAfterSeconds !== undefined) ctx.set('retry-after', String(error.retryAfterSeconds));
  const refusal = new errors.TemporarilyUnavailable('the script for custom claims could not be run');
  return Object.assign(refusal, { status: error.status, statusCode: error.status });
};

const describeToken = (token: Token) => {
  const { jti, kind, aud, scope, clientId } = token;
  if (!('accountId' in token)) return { jti, kind, aud, scope, clientId };
  const { accountId, expiresWithSession, grantId, gty, sessionUid, sid } = token;
  return { jti, kind, aud, scope, clientId, accountId, expiresWithSession, grantId, gty, sessionUid, sid };
};

const describeContext = async (tenant: Tenant, ctx: KoaContextWithOIDC, token: Token) => {
  const { client } = ctx.oidc;
  const { id, name, type, isThirdParty } = client ? applicationOf(client) : {};
  const application = { id, name, type, isThirdParty };
  const organizationId = organizationOf(ctx);
  const userId = 'accountId' in token ? token.accountId : undefined;
  const exchange = exchangeOf(ctx);
  const interaction = await findSubmission(
    ctx.oidc.provider,
    'sessionUid' in token ? token.sessionUid : undefined,
  );
  if (userId === undefined && organizationId === undefined) return { application };
  return tenant.database.read(async db => ({
    application,
    ...(userId === undefined ? {} : { user: await describeUser(db, userId) }),
    ...(organizationId === undefined ? {} : { organization: await describeOrganization(db, organizationId) }),
    ...(interaction ? { interaction } : {}),
    ...(exchange ? { grant: { type: 'token-exchange', subjectTokenContext: exchange.context } } : {}),
  }));
};
