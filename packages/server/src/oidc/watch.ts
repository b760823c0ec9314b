import type { AuditKey } from '@gatehouse/contract/audit.ts';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { AuditLog } from '../audit/audit-log.ts';
import { DatabaseUnavailableError } from '../database/pool.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Usage } from '../metrics/usage.ts';
import { deviceCodeGrant, tokenExchangeGrant } from './grant-types.ts';
import { queueLogout } from './logout-job.ts';
import { exchangeOf } from './token-exchange.ts';

const exchangeKeys: Readonly<Record<string, AuditKey>> = {
  authorization_code: 'ExchangeTokenBy.AuthorizationCode',
  refresh_token: 'ExchangeTokenBy.RefreshToken',
  client_credentials: 'ExchangeTokenBy.ClientCredentials',
  [tokenExchangeGrant]: 'ExchangeTokenBy.TokenExchange',
  [deviceCodeGrant]: 'ExchangeTokenBy.DeviceCode',
};

export type Watchers = { audit: AuditLog; metrics: Metrics; usage: Usage; logger: Logger };

/** Writes down what the provider does: audit entries, counters, and the errors that are ours. */
export const watchProvider = (tenant: Tenant, provider: Provider, watchers: Watchers) => {
  const { audit, metrics, logger } = watchers;
  const grantTypeOf = (ctx: KoaContextWithOIDC) => String(ctx.oidc.params?.grant_type ?? 'unknown');

  provider.on('grant.success', ctx => {
    const { AccessToken, RefreshToken, ClientCredentials } = ctx.oidc.entities;
    noteToken(tenant.id, watchers, {
      grantType: grantTypeOf(ctx),
      ...callerOf(ctx),
      tokenTypes: [
        ...(AccessToken || ClientCredentials ? ['AccessToken'] : []),
        ...(RefreshToken ? ['RefreshToken'] : []),
        ...(isRecord(ctx.body) && 'id_token' in ctx.body ? ['IdToken'] : []),
      ],
      scope: (AccessToken ?? ClientCredentials)?.scope,
      ...exchangeOf(ctx),
    });
  });
  provider.on('grant.error', (ctx, error) => {
    metrics.countToken(grantTypeOf(ctx), 'error');
    audit.append(tenant.id, {
      key: exchangeKeyOf(grantTypeOf(ctx)),
      payload: { result: 'Error', error: describe(error), ...callerOf(ctx) },
    });
  });
  // The library tells of a revocation that failed, but not of one that worked.
  provider.use(async (ctx, next) => {
    await next();
    const { oidc, status, body } = ctx as KoaContextWithOIDC;
    if (oidc?.route !== 'revocation') return;
    const error =
      status >= 400 && isRecord(body) ? { code: body.error, description: body.error_description } : undefined;
    audit.append(tenant.id, {
      key: 'RevokeToken',
      payload: { result: error ? 'Error' : 'Success', error, ...callerOf(ctx as KoaContextWithOIDC) },
    });
  });
  provider.on('interaction.started', (ctx, prompt) => {
    audit.append(tenant.id, {
      key: 'Interaction.Create',
      payload: {
        result: 'Success',
        ...callerOf(ctx),
        sessionId: ctx.oidc.entities.Interaction?.jti,
        prompt: prompt.name,
      },
    });
  });
  provider.on('interaction.ended', ctx => {
    audit.append(tenant.id, {
      key: 'Interaction.End',
      payload: { result: 'Success', ...callerOf(ctx), sessionId: ctx.oidc.entities.Interaction?.jti },
    });
  });
  provider.on('backchannel.error', (_, error, client, userId, sessionId) => {
    const about = { tenantId: tenant.id, applicationId: client.clientId };
    logger.warn({ err: error, ...about }, 'back-channel logout failed');
    queueLogout(tenant, { applicationId: client.clientId, userId, sessionId }).catch((reason: unknown) =>
      logger.error({ err: reason, ...about }, 'back-channel logout could not be queued'),
    );
  });
  provider.on('server_error', (ctx, error) => {
    if (!(error instanceof DatabaseUnavailableError))
      return logger.error({ err: error, tenantId: tenant.id }, 'provider failed');
    logger.warn({ message: error.message, tenantId: tenant.id }, 'provider put a request off');
    tellUnavailable(ctx);
  });
};

/** The library has answered that something went wrong; programs should hear that they may try again (RFC 6749 section 4.1.2.1). */
const tellUnavailable = (ctx: KoaContextWithOIDC) => {
  ctx.status = 503;
  ctx.set('retry-after', '2');
  if (typeof ctx.body === 'object')
    ctx.body = { ...ctx.body, error: 'temporarily_unavailable', error_description: 'try again in a moment' };
};

type IssuedToken = {
  grantType: string;
  tokenTypes: string[];
  /** Nobody, when a machine asks for itself. */
  userId?: string;
  [detail: string]: unknown;
};

/** A token request that was granted: counted, and written to the audit log. */
export const noteToken = (
  tenantId: string,
  { audit, metrics, usage }: Pick<Watchers, 'audit' | 'metrics' | 'usage'>,
  { grantType, ...token }: IssuedToken,
) => {
  metrics.countToken(grantType, 'success');
  usage.count(tenantId, token.userId);
  audit.append(tenantId, { key: exchangeKeyOf(grantType), payload: { result: 'Success', ...token } });
};

const exchangeKeyOf = (grantType: string) => exchangeKeys[grantType] ?? 'ExchangeTokenBy.Unknown';

/** Who is behind a request, as the audit log names them. */
export const callerOf = (ctx: KoaContextWithOIDC) => ({
  ip: ctx.ip,
  userAgent: ctx.get('user-agent'),
  applicationId: ctx.oidc.client?.clientId,
  userId: ctx.oidc.account?.accountId ?? ctx.oidc.session?.accountId,
});

const describe = (error: Error & { error_description?: string; error_detail?: string }) => ({
  code: error.message,
  description: error.error_description,
  detail: error.error_detail,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
