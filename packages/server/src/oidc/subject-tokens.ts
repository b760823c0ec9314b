import { createHash } from 'node:crypto';
import { organizationAudience, organizationsScope } from '@gatehouse/contract/dialect.ts';
import { subjectTokenPrefix } from '@gatehouse/contract/subject-tokens.ts';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { errors, type Provider } from 'oidc-provider';
import { exchangedGrant } from '../domain/bearer-tokens.ts';
import { publicKeyOf } from '../domain/signing-keys.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { signInOfToken } from './accounts.ts';
import { applicationOf } from './application-of.ts';

export const tokenTypes = {
  accessToken: 'urn:ietf:params:oauth:token-type:access_token',
  personalAccessToken: 'urn:logto:token-type:personal_access_token',
  impersonation: 'urn:logto:token-type:impersonation_token',
} as const;

/** On whose behalf an exchanged token acts, and who does (RFC 8693 section 4.1). */
export type Actor = { sub: string; act?: Actor };

export type Subject = {
  userId: string;
  /** The actors that the incoming token already names. */
  act?: Actor;
  /** Custom data from the creator of a subject token. */
  context?: Record<string, unknown>;
  /** The sign-in behind the presented token. It may have ended since. */
  signIn?: Parameters<typeof signInOfToken>[0];
  /** The limits of the presented token. Without them, the token has all permissions of the user. */
  ceiling?: Ceiling;
  /** For tokens that work once: takes the token, or throws when another request was faster. */
  consume?(): Promise<void>;
};

/** An exchange turns an access token into another one that can do no more, for no longer (RFC 8693 section 5). */
export type Ceiling = {
  /** In seconds since 1970. */
  expiresAt: number;
  /** Names of the scopes that are left on a resource, or of those for the user's own data where there is none. */
  scopesFor(target: { resource?: string; organizationId?: string }): ReadonlySet<string>;
  /** Whether it can ask for tokens of the organization at all. Those tell of the membership, also without a scope. */
  opens(organizationId: string): boolean;
};

/** Finds out for whom a presented token stands (RFC 8693 section 2.1). */
export const resolveSubject = async (
  tenant: Tenant,
  provider: Provider,
  token: string,
  type: string,
): Promise<Subject> => {
  switch (type) {
    case tokenTypes.personalAccessToken:
      return resolvePersonalAccessToken(tenant, token);
    case tokenTypes.impersonation:
      return resolveSubjectToken(tenant, token);
    case tokenTypes.accessToken:
      return token.startsWith(subjectTokenPrefix)
        ? resolveSubjectToken(tenant, token)
        : resolveAccessToken(tenant, provider, token);
    default:
      throw new errors.InvalidRequest('subject_token_type is not supported');
  }
};

/**
 * The actor shows the opaque access token of their own sign-in: it authenticates them and opens no API. A token that
 * was exchanged, or that is bound to a key, does not: others may hold it.
 */
export const resolveActor = async (provider: Provider, token: string, type: unknown): Promise<Actor> => {
  if (type !== tokenTypes.accessToken) throw new errors.InvalidRequest('actor_token_type is not supported');
  const found = await provider.AccessToken.find(token);
  const isOwn = found?.gty !== exchangedGrant && !found?.isSenderConstrained();
  if (!found?.isValid || !found.scopes.has('openid') || !isOwn)
    throw new errors.InvalidGrant('actor_token must be an access token with the scope openid');
  return { sub: found.accountId };
};

const hash = (token: string) => createHash('sha256').update(token).digest('hex');

const resolveSubjectToken = async (tenant: Tenant, token: string): Promise<Subject> => {
  const tokenHash = hash(token);
  const found = await tenant.database.read(db =>
    db
      .selectFrom('subjectTokens')
      .select(['userId', 'context', 'consumedAt', 'expiresAt'])
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst(),
  );
  if (!found) throw new errors.InvalidGrant('subject token not found');
  if (found.expiresAt <= Date.now()) throw new errors.InvalidGrant('subject token is expired');
  if (found.consumedAt) throw new errors.InvalidGrant('subject token already used');
  return {
    userId: found.userId,
    context: found.context,
    async consume() {
      const { numUpdatedRows } = await tenant.database.send(db =>
        db
          .updateTable('subjectTokens')
          .set({ consumedAt: Date.now() })
          .where('tokenHash', '=', tokenHash)
          .where('consumedAt', 'is', null)
          .executeTakeFirst(),
      );
      if (numUpdatedRows === 0n) throw new errors.InvalidGrant('subject token already used');
    },
  };
};

const resolvePersonalAccessToken = async (tenant: Tenant, token: string): Promise<Subject> => {
  const found = await tenant.database.read(db =>
    db
      .selectFrom('personalAccessTokens')
      .select(['userId', 'expiresAt'])
      .where('valueHash', '=', hash(token))
      .executeTakeFirst(),
  );
  if (!found) throw new errors.InvalidGrant('personal access token not found');
  if (found.expiresAt !== null && found.expiresAt <= Date.now())
    throw new errors.InvalidGrant('personal access token is expired');
  return { userId: found.userId };
};

/** An access token that a user's application of ours holds. One that is bound to a key cannot be handed on. */
const resolveAccessToken = async (tenant: Tenant, provider: Provider, token: string): Promise<Subject> => {
  const { userId, clientId, isBound, act, signIn, ceiling } =
    (await readOpaque(provider, token)) ?? (await readJwt(tenant, token));
  const client = await provider.Client.find(clientId);
  if (!client || applicationOf(client).isThirdParty || isBound || !userId || userId === clientId)
    throw new errors.InvalidGrant('subject token cannot be exchanged');
  return { userId, act, signIn, ceiling };
};

/** It opens the user's own data, and stands for the sign-in behind it: its grant says what else that allows. */
const readOpaque = async (provider: Provider, token: string) => {
  const found = await provider.AccessToken.find(token);
  if (!found?.isValid) return undefined;
  const { accountId: userId, clientId = '', extra, grantId, scopes, exp = 0 } = found;
  const grant = grantId ? await provider.Grant.find(grantId) : undefined;
  const ceiling: Ceiling = {
    expiresAt: exp,
    scopesFor: ({ resource }) =>
      resource === undefined ? scopes : namesIn(grant?.getResourceScope(resource)),
    opens: () => scopes.has(organizationsScope),
  };
  const isBound = found.isSenderConstrained();
  return { userId, clientId, isBound, act: extra?.act as Actor | undefined, signIn: found, ceiling };
};

/** It says itself where it is good, and for what. */
const readJwt = async (tenant: Tenant, token: string) => {
  const { keys } = await tenant.cached.oidcConfig();
  const keySet = createLocalJWKSet({ keys: keys.signing.map(({ jwk }) => publicKeyOf(jwk)) });
  const issuer = [...(await tenant.issuers())];
  try {
    const { payload } = await jwtVerify(token, keySet, { issuer, typ: 'at+jwt' });
    const { sub, aud, exp = 0, iat, scope, cnf, act, client_id, organization_id } = payload;
    const ceiling: Ceiling = {
      expiresAt: exp,
      scopesFor: ({ resource, organizationId }) =>
        namesIn(resource === aud && organizationId === organization_id ? scope : undefined),
      opens: id => organization_id === id || aud === organizationAudience(id),
    };
    return {
      userId: sub,
      clientId: String(client_id),
      isBound: cnf !== undefined,
      act: act as Actor | undefined,
      signIn: { iat },
      ceiling,
    };
  } catch {
    throw new errors.InvalidGrant('subject token is not valid');
  }
};

const namesIn = (scope: unknown) => new Set(typeof scope === 'string' ? scope.split(' ') : []);
