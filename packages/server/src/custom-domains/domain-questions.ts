import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { hostnameOf } from '../http/forwarded.ts';
import { tenantIdOf } from '../http/tenant-address.ts';
import type { Services } from '../services.ts';

const question = z.object({ domain: z.string().min(1).max(256).toLowerCase() });

/**
 * Questions about hosts rather than tenants. A reverse proxy asks whether it may request a certificate for a name, so
 * that it cannot be made to request thousands, and other services look for domain verification files.
 */
export const mountDomainQuestions = (
  server: FastifyInstance,
  { env, tenants, sites, database }: Services,
) => {
  server.get('/tls/ask', async (request, reply) => {
    const asked = question.safeParse(request.query);
    if (!asked.success) return reply.code(400).send();
    const { domain } = asked.data;
    const known =
      (await tenants.atDomain(domain)) ??
      (await sites.at(domain)) ??
      (await tenants.get(tenantIdOf(env, domain) ?? ''));
    return reply.code(known ? 200 : 404).send();
  });

  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.is404) return;
    const domain = hostnameOf(request.raw);
    const tenant = await tenants.atDomain(domain);
    if (!tenant) return;
    const path = request.url.split('?', 1)[0];
    const rows = await database
      .tenant(tenant.id)
      .read(db =>
        db.selectFrom('domains').select('verificationFiles').where('domain', '=', domain).execute(),
      );
    const file = rows.flatMap(({ verificationFiles }) => verificationFiles).find(file => file.path === path);
    if (file) return reply.type(String(file.contentType)).send(String(file.content));
  });
};
