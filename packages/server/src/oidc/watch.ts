import type { EventEmitter } from 'node:events';
import type { AuditKey } from '@gatehouse/contract/audit.ts';
import { explainRefusal } from '@gatehouse/contract/refusals.ts';
import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { AuditLog } from '../audit/audit-log.ts';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import type { Tenant } from '../domain/tenant.ts';
import { noteClientUse, useNotedEveryMs } from '../domain/unused-clients.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Usage } from '../metrics/usage.ts';
import { applicationOf } from './application-of.ts';
import { secretOf } from './clients.ts';
import { deviceCodeGrant, tokenExchangeGrant } from './grant-types.ts';
import { noteLogout, queueLogout } from './logout-notices.ts';
import { refusedSignInIdOf, signInIdOf } from './sign-in-id.ts';
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
  watchGrants(tenant, provider, watchers);
  watchRequests(tenant, provider, watchers);
  watchInteractions(tenant, provider, watchers);
  watchLogouts(tenant, provider, watchers);
  watchFailures(tenant, provider, watchers);
};

const watchGrants = (tenant: Tenant, provider: Provider, watchers: Watchers) => {
  const noteUse = createUseNotes(tenant, watchers);
  provider.on('grant.success', ctx => {
    const { AccessToken, RefreshToken, ClientCredentials } = ctx.oidc.entities;
    const issued = AccessToken ?? ClientCredentials;
    const secret = secretOf(ctx);
    noteToken(tenant.id, watchers, {
      grantType: grantTypeOf(ctx),
      ...callerOf(ctx),
      tokenTypes: [
        ...(issued ? ['AccessToken'] : []),
        ...(RefreshToken ? ['RefreshToken'] : []),
        ...(isRecord(ctx.body) && 'id_token' in ctx.body ? ['IdToken'] : []),
      ],
      ...(secret ? { applicationSecret: { name: secret.name } } : {}),
      scope: issued && (issued.scope ?? ''),
      signInId: signInIdOf(ctx),
      ...exchangeOf(ctx),
    });
    noteUse(ctx.oidc.client);
  });
  provider.on('grant.error', (ctx, error) => {
    watchers.metrics.countToken(grantTypeOf(ctx), 'error');
    // A device that polls before its user is done must poll again.
    if (!['authorization_pending', 'slow_down'].includes(error.message))
      noteRefusal(tenant, watchers, ctx, exchangeKeyOf(grantTypeOf(ctx)), error);
  });
};

/** Clients that registered themselves go when they are no longer used. */
const createUseNotes = (tenant: Tenant, { logger }: Watchers) => {
  const noted = new WeakMap<Client, number>();
  return (client: Client | undefined) => {
    if (!client || !applicationOf(client).isRegistered) return;
    if ((noted.get(client) ?? 0) > Date.now() - useNotedEveryMs) return;
    noted.set(client, Date.now());
    noteClientUse(tenant, client.clientId).catch((error: unknown) =>
      logger.warn({ err: error, tenantId: tenant.id }, 'the use of a client could not be noted'),
    );
  };
};

/** Authorization requests that were refused, and tokens that clients revoke. */
const watchRequests = (tenant: Tenant, provider: Provider, watchers: Watchers) => {
  const refusals = new WeakMap<object, ProviderError>();
  for (const event of authorizationErrors)
    provider.on(event as 'authorization.error', (ctx, error) => void refusals.set(ctx, error));
  provider.on('revocation.error', (ctx, error) => noteRefusal(tenant, watchers, ctx, 'RevokeToken', error));
  provider.use(async (ctx, next) => {
    await next();
    // The library can tell of two errors for one request: the last is the one that it answered with.
    const refused = refusals.get(ctx);
    if (refused) noteRefusal(tenant, watchers, ctx as KoaContextWithOIDC, 'AuthorizationRequest', refused);
    // It tells of a revocation that failed, but not of one that worked.
    const { oidc, status } = ctx as KoaContextWithOIDC;
    if (oidc?.route !== 'revocation' || status >= 400) return;
    watchers.audit.append(tenant.id, {
      key: 'RevokeToken',
      payload: { result: 'Success', ...callerOf(ctx as KoaContextWithOIDC) },
    });
  });
};

const watchInteractions = (tenant: Tenant, provider: Provider, { audit }: Watchers) => {
  provider.on('interaction.started', (ctx, prompt) => {
    audit.append(tenant.id, {
      key: 'Interaction.Create',
      payload: {
        result: 'Success',
        ...callerOf(ctx),
        ...interactionOf(ctx),
        prompt: prompt.name,
      },
    });
  });
  provider.on('interaction.ended', ctx => {
    audit.append(tenant.id, {
      key: 'Interaction.End',
      payload: { result: 'Success', ...callerOf(ctx), ...interactionOf(ctx) },
    });
  });
};

const interactionOf = (ctx: KoaContextWithOIDC) => ({
  sessionId: ctx.oidc.entities.Interaction?.jti,
  signInId: signInIdOf(ctx),
});

const watchLogouts = (tenant: Tenant, provider: Provider, { audit, logger }: Watchers) => {
  provider.on('backchannel.success', (_, client, userId, sid) =>
    noteLogout(audit, tenant.id, { applicationId: client.clientId, userId, sid }),
  );
  provider.on('backchannel.error', (_, error, client, userId, sessionId) => {
    const about = { tenantId: tenant.id, applicationId: client.clientId };
    noteLogout(audit, tenant.id, { applicationId: client.clientId, userId, sid: sessionId }, error);
    logger.warn({ err: error, ...about }, 'back-channel logout failed');
    queueLogout(tenant, { applicationId: client.clientId, userId, sessionId }).catch((reason: unknown) =>
      logger.error({ err: reason, ...about }, 'back-channel logout could not be queued'),
    );
  });
};

const watchFailures = (tenant: Tenant, provider: Provider, { logger }: Watchers) => {
  // Without a listener, the library prints the stack to the terminal. It arrives here when a request continued after
  // its answer.
  (provider as EventEmitter).on('error', (error: Error) =>
    logger.warn({ err: error, tenantId: tenant.id }, 'a request failed in the provider'),
  );
  provider.on('server_error', (ctx, error) => {
    if (!(error instanceof DatabaseUnavailableError))
      return logger.error({ err: error, tenantId: tenant.id }, 'provider failed');
    logger.warn({ message: error.message, tenantId: tenant.id }, 'provider put a request off');
    tellUnavailable(ctx);
  });
};

const grantTypeOf = (ctx: KoaContextWithOIDC) => String(ctx.oidc.params?.grant_type ?? 'unknown');

const noteRefusal = (
  tenant: Tenant,
  { audit }: Watchers,
  ctx: KoaContextWithOIDC,
  key: AuditKey,
  error: ProviderError,
) => {
  const refused = { ip: ctx.ip, key, code: error.message, applicationId: ctx.oidc.client?.clientId };
  // Pages ask on every visit whether the user is signed in.
  if (error.message.endsWith('_required') && ctx.oidc.params?.prompt === 'none')
    return audit.count(tenant.id, refused);
  void audit.refuse(tenant.id, refused, () => ({
    result: 'Error',
    error: describe(error),
    ...callerOf(ctx),
    userId: userBehind(ctx),
    signInId: key === 'AuthorizationRequest' ? refusedSignInIdOf(ctx) : signInIdOf(ctx),
    params: paramsOf(ctx),
  }));
};

/**
 * The library has answered that something went wrong; programs should hear that they may try again (RFC 6749 section
 * 4.1.2.1).
 */
const tellUnavailable = (ctx: KoaContextWithOIDC) => {
  ctx.status = 503;
  ctx.set('retry-after', '2');
  if (typeof ctx.body === 'object')
    ctx.body = { ...ctx.body, error: 'temporarily_unavailable', error_description: 'try again in a moment' };
};

type IssuedToken = {
  grantType: string;
  tokenTypes: string[];
  /** Undefined if a machine acts for itself. */
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

/** The actor of a request, as the audit log names it. */
export const callerOf = (ctx: KoaContextWithOIDC) => ({
  ip: ctx.ip,
  userAgent: ctx.get('user-agent'),
  applicationId: ctx.oidc.client?.clientId,
  userId: ctx.oidc.account?.accountId ?? ctx.oidc.session?.accountId,
});

type ProviderError = Error & { error_description?: string; error_detail?: string; scope?: string };

/** Events of the library for a sign-in that is refused at its start. */
const authorizationErrors = [
  'authorization.error',
  'pushed_authorization_request.error',
  'device_authorization.error',
  'device_resume.error',
] as const;

const describe = ({
  message: code,
  error_description: description,
  error_detail: detail,
  scope,
}: ProviderError) => ({
  code,
  description: description && plain(description),
  detail: detail && plain(detail),
  scope: scope && plain(scope),
  ...explainRefusal({ code, description, detail }),
});

/** A refused request names its user by what it came with. */
const userBehind = (ctx: KoaContextWithOIDC) => {
  const { AuthorizationCode, RefreshToken, DeviceCode } = ctx.oidc.entities;
  const token = AuthorizationCode ?? RefreshToken ?? DeviceCode;
  return callerOf(ctx).userId ?? token?.accountId;
};

const toldParameters = ['client_id', 'redirect_uri', 'response_type', 'scope', 'resource', 'prompt'] as const;
const longestTold = 256;

/** External input can be too long, or contain characters that the database does not accept. */
const plain = (text: string) =>
  text
    .slice(0, longestTold)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '');

/**
 * The parameters of the request. A redirect URI is logged without its query because that may hold private data of the
 * application.
 */
const paramsOf = (ctx: KoaContextWithOIDC) => {
  const given: Record<string, unknown> = ctx.oidc.params ?? ctx.query;
  return Object.fromEntries(
    toldParameters.flatMap(name => {
      const value = given[name];
      if (typeof value !== 'string' || value === '') return [];
      const told = name === 'redirect_uri' ? value.replace(/\?.*$/s, '?…') : value;
      return [[name, plain(told)]];
    }),
  );
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
