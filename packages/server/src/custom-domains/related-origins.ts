import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loadAccountCenter } from '../domain/account-center.ts';
import type { Tenant } from '../domain/tenant.ts';

/** The other sites that may use the passkeys of this host (WebAuthn Level 3 section 5.11). */
export const mountRelatedOrigins = (
  server: FastifyInstance,
  tenantOf: (request: FastifyRequest) => Promise<Tenant>,
) => {
  server.get('/.well-known/webauthn', async request => {
    const { id, database } = await tenantOf(request);
    const { webauthnRelatedOrigins } = await database.read(db => loadAccountCenter(db, id));
    return { origins: webauthnRelatedOrigins };
  });
};
