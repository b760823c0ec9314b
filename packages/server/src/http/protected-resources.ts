import {
  managementPermissions,
  reservedScopes,
  sessionsScope,
  userDataScopes,
} from '@gatehouse/contract/scopes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../domain/request-error.ts';
import type { Tenant } from '../domain/tenant.ts';

/** Our own APIs that take tokens, below the address of a tenant. */
export const ownApis = { management: '/api', account: '/api/my-account' } as const;
export type OwnApi = keyof typeof ownApis;

const wellKnown = '/.well-known/oauth-protected-resource';

const facts: Record<OwnApi, { resource_name: string; scopes_supported: readonly string[] }> = {
  management: { resource_name: 'Management API', scopes_supported: managementPermissions },
  account: {
    resource_name: 'Account API',
    scopes_supported: [...reservedScopes, ...userDataScopes, sessionsScope],
  },
};

/** Says where tokens for an API come from (RFC 9728 section 2). Pages of any origin may read it. */
export const mountProtectedResources = (
  server: FastifyInstance,
  tenantOf: (request: FastifyRequest) => Promise<Tenant>,
) => {
  for (const [api, path] of Object.entries(ownApis) as [OwnApi, string][])
    server.get(`${wellKnown}${path}`, async (request, reply) => {
      const { endpoint, issuer } = await tenantOf(request);
      reply.header('access-control-allow-origin', '*');
      return {
        resource: `${endpoint}${path}`,
        authorization_servers: [issuer],
        bearer_methods_supported: ['header'],
        ...facts[api],
      };
    });
};

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
  // Who sent no token hears of no error (RFC 6750 section 3.1).
  const reason = hasToken ? 'error="invalid_token", ' : '';
  reply.header('www-authenticate', `Bearer ${reason}resource_metadata="${metadata}"`);
};
