import { organizationsScope } from '@gatehouse/contract/dialect.ts';
import {
  errors,
  type KoaContextWithOIDC,
  type Provider,
  type TokenEndpointGrantContext,
} from 'oidc-provider';
import { exchangedGrant } from '../domain/bearer-tokens.ts';
import type { Tenant } from '../domain/tenant.ts';
import { tokenExchangeGrant } from './grant-types.ts';
import { organizationOf } from './organizations.ts';
import {
  buildTokenResponse,
  checkDpopReplay,
  checkDpopRequired,
  findAccount,
  resolveRequestedResources,
  validateClientScope,
  validateDpop,
} from './patches/grant-steps.ts';
import { type Actor, resolveActor, resolveSubject, type Subject, tokenTypes } from './subject-tokens.ts';

type Params = {
  subject_token?: string;
  subject_token_type?: string;
  actor_token?: string;
  actor_token_type?: string;
};

const parameters = [
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'resource',
  'scope',
];

/** Details of a token exchange that the claims of the new token need. */
export type Exchange = { act?: Actor; context?: Subject['context'] };

const exchanges = new WeakMap<KoaContextWithOIDC, Exchange>();

export const exchangeOf = (ctx: KoaContextWithOIDC) => exchanges.get(ctx);

/** Token exchange (RFC 8693): a token that stands for a user becomes an access token, and never a refresh token. */
export const registerTokenExchange = (tenant: Tenant, provider: Provider) =>
  provider.registerGrantType<Params>(
    tokenExchangeGrant,
    ctx => exchangeToken(tenant, provider, ctx),
    parameters,
    'resource',
  );

const exchangeToken = async (tenant: Tenant, provider: Provider, ctx: TokenEndpointGrantContext<Params>) => {
  const { client, params } = ctx.oidc;
  if (!params.subject_token || !params.subject_token_type)
    throw new errors.InvalidRequest('subject_token and subject_token_type are required');
  const dPoP = await validateDpop(provider, ctx);
  checkDpopRequired(provider, ctx, dPoP);

  const subject = await resolveSubject(tenant, provider, params.subject_token, params.subject_token_type);
  const act = params.actor_token
    ? nest(await resolveActor(provider, params.actor_token, params.actor_token_type), subject.act)
    : subject.act;
  const account = await findAccount(provider, ctx, subject.userId, subject.signIn);
  if (!account)
    throw new errors.InvalidGrant(
      'the user of the subject token is gone or suspended, or the sign-in has ended',
    );
  ctx.oidc.entity('Account', account);
  const organizationId = organizationOf(ctx);
  if (organizationId !== undefined && subject.ceiling?.opens(organizationId) === false)
    throw new errors.InsufficientScope('subject token missing required scope', organizationsScope);

  const [server, ...others] = await resolveRequestedResources(provider, ctx);
  if (others.length) throw new errors.InvalidTarget('only one resource can be asked for');
  const left = subject.ceiling?.scopesFor({
    resource: server?.identifier(),
    organizationId,
  });
  const mayHave = (scope: string) => left === undefined || left.has(scope);
  const asked = [...validateClientScope(provider, ctx)].filter(mayHave);
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  const token = new provider.AccessToken({
    accountId: account.accountId,
    client,
    grantId: '',
    gty: exchangedGrant,
  } as ConstructorParameters<typeof provider.AccessToken>[0]);
  if (server) {
    const allowed = new Set(server.scope.split(' '));
    token.resourceServer = server;
    token.scope = asked.filter(scope => allowed.has(scope)).join(' ') || undefined;
    grant.addResourceScope(server.identifier(), token.scope ?? '');
  } else {
    token.scope =
      [...ctx.oidc.requestParamOIDCScopes]
        .filter(scope => scope !== 'offline_access' && mayHave(scope))
        .join(' ') || undefined;
    grant.addOIDCScope(token.scope ?? '');
  }
  if (subject.ceiling) {
    const remaining = subject.ceiling.expiresAt - Math.floor(Date.now() / 1000);
    // The library's types do not name the field that overrules the lifetime of the resource.
    Object.assign(token, { expiresIn: Math.max(1, Math.min(token.expiration, remaining)) });
  }
  if (dPoP) {
    await checkDpopReplay(provider, ctx, dPoP, client.clientId);
    token.setThumbprint('jkt', dPoP.thumbprint);
  }

  await subject.consume?.();
  token.grantId = await grant.save();
  exchanges.set(ctx, { act, context: subject.context });
  ctx.oidc.entity('AccessToken', token);
  ctx.body = buildTokenResponse(provider, {
    accessToken: await token.save(),
    expiresIn: token.expiration,
    issuedTokenType: tokenTypes.accessToken,
    scope: token.scope,
    tokenType: token.tokenType,
  });
};

/** The newest actor is outermost. */
const nest = (actor: Actor, before: Actor | undefined): Actor => (before ? { ...actor, act: before } : actor);
