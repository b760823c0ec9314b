import type { FastifyReply } from 'fastify';
import type { Tenant } from '../domain/tenant.ts';
import { RequestError } from '../request-error.ts';
/** Our own APIs that take tokens, below the address of a tenant. */
export const ownApis = { management: '/api', account: '/api/my-account' } as const;

export type OwnApi = keyof typeof ownApis;

export const wellKnown = '/.well-known/oauth-protected-resource';

/** Tells a client that was refused for its token where to get one (RFC 9728 section 5.1). */
export const challenge = (
  reply: FastifyReply,
  { endpoint }: Tenant,
  api: OwnApi,
  { error, hasToken }: { error: unknown; hasToken: boolean },
) => {
  if (!(error instanceof RequestError) || error.status !== 401) return;
  const { origin, pathname } = new URL(endpoint);
  // The path of the API comes last (section 3.1).
  const metadata = `${origin}${wellKnown}${pathname === '/' ? '' : pathname}${ownApis[api]}`;
  // A request without a token gets no error code (RFC 6750 section 3.1).
  const reason = hasToken ? 'error="invalid_token", ' : '';
  reply.header('www-authenticate', `Bearer ${reason}resource_metadata="${metadata}"`);
};
