import { managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import { reservedScopes, sessionsScope, userDataScopes } from '@gatehouse/contract/scopes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tenant } from '../domain/tenant.ts';
import { type OwnApi, ownApis, wellKnown } from '../http/challenge.ts';

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
