import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tenant } from '../domain/tenant.ts';

/** The address that people type off the screen of a device; the provider asks for the code (RFC 8628 section 3.3). */
export const mountDevicePage = (
  server: FastifyInstance,
  tenantOf: (request: FastifyRequest) => Promise<Tenant>,
) => {
  server.get('/device', async (request, reply) => {
    const { endpoint } = await tenantOf(request);
    const { search } = new URL(request.url, endpoint);
    return reply.redirect(`${endpoint}/oidc/device${search}`);
  });
};
