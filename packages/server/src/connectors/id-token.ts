import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { JsonObject } from './answers.ts';
import { ConnectorError } from './connector.ts';

const keySets = new WeakMap<Outgoing, LRUCache<string, JWTVerifyGetKey>>();

/** The keys of a provider, asked for once in a while. */
const keysAt = (outgoing: Outgoing, jwksUri: string): JWTVerifyGetKey => {
  const known = keySets.get(outgoing) ?? new LRUCache<string, JWTVerifyGetKey>({ max: 500 });
  keySets.set(outgoing, known);
  const keys =
    known.get(jwksUri) ?? createRemoteJWKSet(new URL(jwksUri), { [customFetch]: url => outgoing.fetch(url) });
  known.set(jwksUri, keys);
  return keys;
};

/** Checks an ID token (OpenID Connect Core, section 3.1.3.7): who made it, for whom, when, and for this very sign-in. */
export const verifyIdToken = async (
  outgoing: Outgoing,
  token: string | undefined,
  {
    jwksUri,
    issuer,
    audience,
    nonce,
    maximumAge,
  }: {
    jwksUri: string;
    issuer: string | string[];
    audience: string;
    nonce?: string;
    maximumAge?: string;
  },
): Promise<JsonObject> => {
  if (!token) throw new ConnectorError('social_invalid_id_token', 'The provider gave no ID token.');
  try {
    const { payload } = await jwtVerify(token, keysAt(outgoing, jwksUri), {
      issuer,
      audience,
      clockTolerance: 60,
      maxTokenAge: maximumAge,
      requiredClaims: ['sub', 'exp'],
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    });
    const isForOthers = Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== audience;
    if (isForOthers)
      throw new ConnectorError('social_invalid_id_token', 'The ID token is for another client.');
    if (nonce !== undefined && payload.nonce !== nonce)
      throw new ConnectorError('social_invalid_id_token', 'The ID token belongs to another sign-in.');
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError)
      throw new ConnectorError('social_invalid_id_token', error.message, { cause: error });
    throw error;
  }
};
