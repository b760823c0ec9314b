import { createHash } from 'node:crypto';
import { consoleApplicationId, meAudience } from '@gatehouse/contract/dialect.ts';
import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { secretClaim } from '../domain/client-applications.ts';
import type { SignIn } from '../domain/credential-changes.ts';
import { publicKeyOf, type SigningKeys } from '../domain/signing-keys.ts';
import type { Tenant } from '../domain/tenant.ts';
import { RequestError } from '../request-error.ts';

export const readBearer = (authorization: string | undefined): string => {
  if (!authorization) throw new RequestError('auth.authorization_header_missing');
  const [scheme, token] = authorization.split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new RequestError('auth.authorization_token_type_not_supported', {
      data: { supportedTypes: ['Bearer'] },
    });
  }
  return token;
};

/** The caller that a token names. */
type Bearer = {
  issuer: Tenant;
  issued: SignIn;
  kind: 'user' | 'application';
  id: string;
  scopes: ReadonlySet<string>;
  sessionUid?: string;
  issuedAt?: number;
  /** Of an application: when the secret was made that the token was issued for. */
  secretCreatedAt?: number;
  /** The console itself made the token, for a user. */
  isOfConsole: boolean;
  /** By which session the user signed in there. */
  consoleSessionUid?: string;
};

export const verifyBearer = async (
  authorization: string | undefined,
  issuers: readonly Tenant[],
  audience: string,
): Promise<Bearer> => {
  const token = readBearer(authorization);
  const { payload, issuer } = await verifyToken(token, issuers, audience);
  const { sub, client_id: clientId, scope, sid, iat, [secretClaim]: secretCreatedAt } = payload;
  if (!sub) throw new RequestError('auth.jwt_sub_missing');
  const sessionUid = typeof sid === 'string' ? sid : undefined;
  const isOfConsole = sub !== clientId && clientId === consoleApplicationId;
  return {
    issuer,
    issued: { sessionUid, atSeconds: iat },
    ...(typeof secretCreatedAt === 'number' ? { secretCreatedAt } : {}),
    kind: sub === clientId ? 'application' : 'user',
    id: sub,
    scopes: new Set(typeof scope === 'string' ? scope.split(' ') : []),
    isOfConsole,
    ...(isOfConsole && sessionUid ? { consoleSessionUid: sessionUid } : {}),
    ...(audience === meAudience && sessionUid ? { sessionUid, issuedAt: iat } : {}),
  };
};

const verifyToken = async (
  token: string,
  issuers: readonly Tenant[],
  audience: string,
): Promise<{ payload: JWTPayload; issuer: Tenant }> => {
  const iss = issuerOf(token);
  const issuer = iss === undefined ? undefined : await findIssuer(issuers, iss);
  if (!issuer || iss === undefined) throw new RequestError('auth.unauthorized');
  // Apart from what follows: a token is not wrong because the database is away.
  const { keys } = await issuer.cached.oidcConfig();
  try {
    return { payload: await check(token, keys, { iss, audience }), issuer };
  } catch (cause) {
    throw new RequestError('auth.unauthorized', { cause });
  }
};

const check = async (
  token: string,
  keys: SigningKeys,
  { iss, audience }: { iss: string; audience: string },
): Promise<JWTPayload> => {
  const { keySet, accepted } = checksWith(keys);
  const name = createHash('sha256').update(audience).update(' ').update(token).digest('base64');
  const known = accepted.get(name);
  if (known && lasts(known)) return known;
  const { payload } = await jwtVerify(token, keySet, { issuer: iss, audience, typ: 'at+jwt' });
  // A token that is bound to a key is worth nothing without a proof of the key, and we take none here (RFC 9449).
  if (payload.cnf) throw new Error('the token is bound to a key');
  // Each of several audiences could pass the token on to the others; we issue none like that.
  if (payload.aud !== audience) throw new Error('the token is for several audiences');
  accepted.set(name, payload);
  return payload;
};

/** Time alone ends a token that was accepted, as long as its keys are there. */
const lasts = ({ exp }: JWTPayload) => exp !== undefined && exp > Date.now() / 1000;

const issuerOf = (token: string) => {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
};

const findIssuer = async (tenants: readonly Tenant[], iss: string) => {
  const here = tenants.find(({ issuer }) => issuer === iss);
  if (here) return here;
  for (const tenant of tenants) if ((await tenant.issuers()).includes(iss)) return tenant;
  return undefined;
};

type Checks = { keySet: ReturnType<typeof createLocalJWKSet>; accepted: LRUCache<string, JWTPayload> };

/** Of one tenant: those that were used last. */
const mostAccepted = 500;

/**
 * Importing a key costs more than checking a signature with it: each set is imported once. The signature of a token is
 * checked once too, and not at every request. Keys that change are another object, with which nothing was accepted yet.
 */
const checks = new WeakMap<SigningKeys, Checks>();

const checksWith = (keys: SigningKeys) => {
  const known = checks.get(keys);
  if (known) return known;
  const keySet = createLocalJWKSet({ keys: keys.signing.map(({ jwk }) => publicKeyOf(jwk)) });
  const created = { keySet, accepted: new LRUCache<string, JWTPayload>({ max: mostAccepted }) };
  checks.set(keys, created);
  return created;
};
