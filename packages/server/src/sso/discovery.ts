import { LRUCache } from 'lru-cache';
import { readAnswer, requireSuccess, textOf } from '../connectors/answers.ts';
import { ConnectorError } from '../connectors/connector.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';

export type Discovered = {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  jwksUri: string;
  userinfoEndpoint?: string;
};

const lifetimeMs = 10 * 60_000;
const caches = new WeakMap<Outgoing, LRUCache<string, Discovered>>();

/** What a provider says of itself (OpenID Connect Discovery, section 4), kept for a while. */
export const discover = async (outgoing: Outgoing, issuer: string): Promise<Discovered> => {
  const cache = caches.get(outgoing) ?? new LRUCache<string, Discovered>({ max: 500, ttl: lifetimeMs });
  caches.set(outgoing, cache);
  const known = cache.get(issuer);
  if (known) return known;
  const response = await outgoing.fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const answer = await readAnswer(response);
  requireSuccess(response, answer);
  const [authorizationEndpoint, tokenEndpoint, jwksUri] = [
    answer.authorization_endpoint,
    answer.token_endpoint,
    answer.jwks_uri,
  ].map(textOf);
  const named = textOf(answer.issuer);
  if (!authorizationEndpoint || !tokenEndpoint || !jwksUri || !named)
    throw new ConnectorError('invalid_metadata', 'There is no OpenID provider at the address of the issuer.');
  if (named.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new ConnectorError('invalid_metadata', `The provider calls itself ${named}.`);
  const found = {
    issuer: named,
    authorizationEndpoint,
    tokenEndpoint,
    jwksUri,
    userinfoEndpoint: textOf(answer.userinfo_endpoint),
  };
  cache.set(issuer, found);
  return found;
};
