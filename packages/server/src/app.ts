import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { startBackground } from './background.ts';
import { loadOutsideConnectors } from './connectors/outside.ts';
import { startLinker } from './database/chain/linker.ts';
import { audienceOf } from './domain/management-audience.ts';
import { seedTenants } from './domain/seed.ts';
import { guardQuota } from './http/quota.ts';
import { buildListener } from './listener.ts';
import { startOwnMail } from './messages/own-mail.ts';
import { startTenantMessages } from './messages/tenant-messages.ts';
import { type AppOptions, createParts, reachOf } from './parts.ts';
import { createProtectedApps } from './protected-apps/protected-apps.ts';
import type { Services } from './services.ts';

const gracePeriodMs = 10_000;

/** The whole server: two listeners, one for the tenants and one for the admin tenant with the console. */
export const createApp = async (options: AppOptions) => {
  const { env, database, vault, logger } = options;
  const isCloud = env.GATEHOUSE_EDITION === 'cloud';
  if (isCloud) database.guardWrites(guardQuota(env));
  const outsideConnectors = await loadOutsideConnectors(env.GATEHOUSE_CONNECTORS, {
    outgoing: reachOf(env),
    logger,
  });
  await seedTenants(database, vault, { audienceOf: id => audienceOf(env, id), isCloud });

  const { parts, pages } = createParts(options);
  const started = Promise.withResolvers<Services>();
  const jobs = await startBackground(parts, started.promise);
  const linker = startLinker(database, logger);
  let isLeaving = false;
  const services: Services = { ...parts, jobs, linker, isLeaving: () => isLeaving };
  started.resolve(services);
  const protectedApps = createProtectedApps(services);

  const build = (isAdmin: boolean) =>
    buildListener(services, { isAdmin, isCloud, pages, protectedApps, ...options });
  const tenantServer = await build(false);
  const adminServer = await build(true);
  const servers = [tenantServer, adminServer];
  const ownMail = startOwnMail(parts);
  const tenantMessages = startTenantMessages(parts);

  return {
    services,
    ownMail,
    tenantMessages,
    async listen() {
      await listen(tenantServer, env.PORT);
      await listen(adminServer, env.ADMIN_PORT);
    },
    /**
     * Sends new requests to other processes: those that still arrive are served until all load balancers have noticed.
     */
    async leave() {
      isLeaving = true;
      parts.liveSignIns.close();
      await setTimeout(env.GATEHOUSE_DRAIN_SECONDS * 1000);
    },
    /** Stops accepting, lets what is in flight finish for a while, and writes the last audit entries. */
    async close() {
      isLeaving = true;
      const force = globalThis.setTimeout(() => {
        for (const { server } of servers) server.closeAllConnections();
      }, gracePeriodMs);
      parts.liveSignIns.close();
      protectedApps.close();
      await Promise.all(servers.map(server => server.close()));
      clearTimeout(force);
      await Promise.all([jobs.stop(), linker.stop(), ownMail?.stop(), tenantMessages.stop()]);
      parts.tenants.close();
      parts.sites.close();
      await Promise.all([parts.scripts.close(), outsideConnectors.close()]);
      await Promise.all([parts.audit.close(), parts.usage.close()]);
    },
  };
};

/** On every address of the machine; where there is no IPv6, on those that there are. */
const listen = async (server: FastifyInstance, port: number) => {
  try {
    await server.listen({ port, host: '::' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error;
    await server.listen({ port, host: '0.0.0.0' });
  }
};
