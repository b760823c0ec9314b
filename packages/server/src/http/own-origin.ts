import type { IncomingMessage } from 'node:http';
import { isLoopback } from './forwarded.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Addresses that take forms of other sites by design: assertions of identity providers, requests of service providers,
 * and the endpoints of OAuth. None of them acts on a cookie alone.
 */
const openToOthers = /^\/(?:api\/(?:authn|saml)\/|callback\/|oidc\/(?!device(?:[/?]|$)|session\/end\/))/;

/**
 * Whether a page of another origin, a sibling host included, made the browser send this request with the cookies of the
 * user. `host` and `x-forwarded-proto` are those of the configured endpoint here: see `known-hosts.ts`.
 */
export const isForged = ({ method = '', url = '', headers }: IncomingMessage) => {
  if (safeMethods.has(method) || !headers.cookie || headers.authorization) return false;
  if (openToOthers.test(url)) return false;
  const { origin, 'sec-fetch-site': site = 'none' } = headers;
  if (origin === undefined) return site !== 'same-origin' && site !== 'none';
  const own = new URL(`${headers['x-forwarded-proto']}://${headers.host}`);
  if (origin === own.origin) return false;
  const other = URL.parse(origin);
  // `localhost` and `127.0.0.1` are two names of a developer's machine.
  return !other || !isLoopback(own.hostname) || !isLoopback(other.hostname) || other.port !== own.port;
};
