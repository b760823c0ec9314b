import { minuteMs } from '@gatehouse/contract/duration.ts';
import type { ClientAuthentication } from '@gatehouse/contract/sso-connectors.ts';
import { LRUCache } from 'lru-cache';
import { createKeptAnswers } from '../outgoing/kept-answers.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { readAnswer, requireSuccess, textOf } from './answers.ts';
import { chooseAuthentication } from './client-authentication.ts';
import { ConnectorError } from './connector.ts';

export type Discovered = {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  jwksUri: string;
  userinfoEndpoint?: string;
  /** The client authentication method that the token endpoint accepts. */
  authentication: ClientAuthentication;
};

const lifetimeMs = 10 * minuteMs;
const caches = new WeakMap<Outgoing, ReturnType<typeof createKeptAnswers<Discovered>>>();

/** Loads a provider's metadata (OpenID Connect Discovery, section 4) and caches it for a while. */
export const discover = async (
  outgoing: Outgoing,
  issuer: string,
  { isRetry = false } = {},
): Promise<Discovered> => {
  const find = caches.get(outgoing) ?? createKeptAnswers<Discovered>({ max: 500, lifeMs: lifetimeMs });
  caches.set(outgoing, find);
  return find(issuer, { load: () => readDocument(outgoing, issuer), isRetry });
};

const readDocument = async (outgoing: Outgoing, issuer: string): Promise<Discovered> => {
  const response = await outgoing.fetch(discoveryAddress(issuer));
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
  const userinfoEndpoint = textOf(answer.userinfo_endpoint);
  for (const address of [authorizationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint])
    if (address) requireWebAddress(address);
  return {
    issuer: named,
    authorizationEndpoint,
    tokenEndpoint,
    jwksUri,
    userinfoEndpoint,
    authentication: chooseAuthentication(answer.token_endpoint_auth_methods_supported),
  };
};

/** Others write the document. Browsers are sent to the address of its sign-in page, which must not be a script. */
export const requireWebAddress = (address: string) => {
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return;
  throw new ConnectorError('invalid_metadata', `The provider names an address that is none: ${address}`);
};

/** OpenID Connect Discovery, section 4.1. */
export const discoveryAddress = (issuer: string) =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

const announcements = new WeakMap<Outgoing, LRUCache<string, ClientAuthentication>>();

/**
 * The client authentication method from a provider's metadata. Metadata that names none means a Basic header; without
 * metadata, the secret goes in the body, as most OAuth 2 providers expect. That is cached, too.
 */
export const announcedAuthentication = async (
  outgoing: Outgoing,
  address: string,
): Promise<ClientAuthentication> => {
  const cache =
    announcements.get(outgoing) ?? new LRUCache<string, ClientAuthentication>({ max: 500, ttl: lifetimeMs });
  announcements.set(outgoing, cache);
  const known = cache.get(address);
  if (known) return known;
  const response = await outgoing.fetch(address).catch(() => undefined);
  const metadata = response?.ok ? await readAnswer(response) : {};
  const found =
    typeof metadata.issuer === 'string'
      ? chooseAuthentication(metadata.token_endpoint_auth_methods_supported)
      : 'client_secret_post';
  cache.set(address, found);
  return found;
};
