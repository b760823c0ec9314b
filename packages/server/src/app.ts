import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { loadGuides } from './assistant/guides.ts';
import { createGuideSearch } from './assistant/search.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { createPayments } from './billing/payments.ts';
import { loadOutsideConnectors } from './connectors/outside.ts';
import { startLinker } from './database/chain/linker.ts';
import type { Database } from './database/database.ts';
import { sealBacklog } from './database/people/seal-backlog.ts';
import { purge } from './database/purge.ts';
import type { Vault } from './database/vault.ts';
import { endExpiredSessions } from './domain/ended-sessions.ts';
import { createLatestRelease } from './domain/latest-release.ts';
import { createPasswordHasher } from './domain/passwords.ts';
import { seedTenants } from './domain/seed.ts';
import { placeHeadersOf } from './domain/sign-in/whereabouts.ts';
import { createTenants } from './domain/tenant-registry.ts';
import { createCustomDomains } from './domains/custom-domains.ts';
import type { Environment } from './env.ts';
import { brandOf } from './env-brand.ts';
import { eraseDue } from './erasure/erase-due.ts';
import { finishErasures } from './erasure/finish-erasures.ts';
import { createPictureJob } from './erasure/remove-pictures.ts';
import { createExperiencePages } from './http/experience-pages.ts';
import { guardQuota } from './http/quota.ts';
import { audienceOf, type Services } from './http/services.ts';
import { consoleAddress, endpointAt, endpointOf } from './http/tenant-address.ts';
import { startJobs } from './jobs/jobs.ts';
import { buildListener } from './listener.ts';
import type { Logger } from './log.ts';
import { createLogStreamJob } from './log-streams/job.ts';
import { ensureStreamsRun } from './log-streams/streams.ts';
import { type Notice, notifyAdministrators } from './messages/notices.ts';
import { startOwnMail } from './messages/own-mail.ts';
import { recipientMark } from './messages/queue.ts';
import { createSecurityNoticeJob } from './messages/security-notices.ts';
import { watchSmsConversion } from './messages/sms-alarm.ts';
import { startTenantMessages } from './messages/tenant-messages.ts';
import { addUpInteractions } from './metrics/interactions.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createUsage } from './metrics/usage.ts';
import { createLogoutJob } from './oidc/logout-job.ts';
import { createProviders } from './oidc/providers.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { builtFiles, ourFiles } from './own-files.ts';
import { createProtectedApps } from './protected-apps/protected-apps.ts';
import { createSites } from './protected-apps/sites.ts';
import { createSandbox } from './scripts/sandbox.ts';
import { refreshEnterpriseConnections } from './sso/upkeep.ts';
import { createCustomUi } from './uploads/custom-ui.ts';
import { createFileStore } from './uploads/file-store.ts';
import { createUserJobs } from './user-jobs/user-jobs.ts';
import { createWebhookJob, webhookJob } from './webhooks/deliver.ts';
import { dispatchEvents } from './webhooks/dispatch.ts';
import { disableFailingHooks } from './webhooks/failing.ts';

export type AppOptions = {
  env: Environment;
  database: Database;
  vault: Vault;
  logger: Logger;
  /** Tests want to see answers that break their row; users get them. */
  isStrict?: boolean;
  timeoutMs?: number;
  /** How long somebody may take to send a request. */
  receiveTimeoutMs?: number;
  auditIntervalMs?: number;
  /** Tests can move it. Payments go by it. */
  now?: () => number;
  hashing?: Parameters<typeof createPasswordHasher>[0];
  scripts?: Parameters<typeof createSandbox>[0];
};

const gracePeriodMs = 10_000;
const minute = 60_000;
const hour = 60 * minute;

/** The whole server: two listeners, one for the tenants and one for the admin tenant with the console. */
export const createApp = async ({ env, database, vault, logger, ...options }: AppOptions) => {
  const isCloud = env.GATEHOUSE_EDITION === 'cloud';
  const now = options.now ?? Date.now;
  if (isCloud) database.guardWrites(guardQuota(env));
  const consoleUrl = consoleAddress(env);
  const consoleApp = { name: `${brandOf(env).name} Console`, home: consoleUrl };
  const pageOf = (tenantId: string, path: string) =>
    isCloud ? `${consoleUrl}/${tenantId}${path}` : `${consoleUrl}${path}`;
  const standIn = env.GATEHOUSE_CONNECTORS_URL;
  const reach = {
    reachesPrivateNetworks: !isCloud || standIn !== undefined,
    reachesMetadata: env.GATEHOUSE_REACH_LINK_LOCAL,
    standIn,
  };
  const outsideConnectors = await loadOutsideConnectors(env.GATEHOUSE_CONNECTORS, {
    outgoing: reach,
    logger,
  });
  await seedTenants(database, vault, { audienceOf: id => audienceOf(env, id), isCloud });

  const metrics = createMetrics(database);
  const audit = createAuditLog(database, logger, options.auditIntervalMs);
  const usage = createUsage(database, logger, options.auditIntervalMs);
  const outgoing = createOutgoing(reach);
  const tenants = createTenants({
    database,
    vault,
    // Strangers name these addresses: they lead into our network only where its owner says so.
    documents: createOutgoing({
      reachesPrivateNetworks: standIn !== undefined,
      privateHosts: isCloud ? [] : env.GATEHOUSE_CLIENT_DOCUMENT_HOSTS,
      standIn,
    }),
    endpointOf: id => endpointOf(env, id),
    endpointAt: domain => endpointAt(env, domain),
  });
  const guides = loadGuides(fileURLToPath(new URL('../../../docs', import.meta.url)));
  const searchGuides = createGuideSearch(guides);
  const files = createFileStore(env);
  const experiencePages = createExperiencePages(builtFiles('experience'), createCustomUi(files, logger), {
    consoleApp,
    captchaScriptUrl: env.GATEHOUSE_CAPTCHA_SCRIPT_URL,
    addressOf: outgoing.addressOf,
    vault,
  });
  const scripts = createSandbox(options.scripts);
  const providers = createProviders({
    consoleApp,
    placeHeaders: placeHeadersOf(env),
    renderError: (tenant, ctx, error) =>
      experiencePages.renderError(tenant, ctx.get('accept-language'), error),
    renderForm: (tenant, ctx, form) => experiencePages.renderForm(tenant, ctx, form),
    vault,
    outgoing,
    env,
    scripts,
    audit,
    metrics,
    usage,
    logger,
  });
  const passwords = createPasswordHasher(options.hashing);
  const payments = createPayments({
    env,
    database,
    vault,
    now,
    audienceOf: id => audienceOf(env, id),
  });
  const customDomains = createCustomDomains({ env, database, logger, now });
  const sites = createSites(database);
  const notify = (tenantId: string, notice: Notice) =>
    notifyAdministrators({ database, vault, hasMailServer: env.SMTP_URL !== undefined }, tenantId, notice);
  const retention = {
    logDays: env.GATEHOUSE_LOG_RETENTION_DAYS,
    changeDays: env.GATEHOUSE_CHANGE_RETENTION_DAYS,
    isCloud,
  };
  const userJobs = createUserJobs({ database, files, vault, passwords });
  const jobs = await startJobs(
    { database, logger, metrics, now },
    {
      jobs: [
        createWebhookJob({ database, vault, outgoing, now }),
        createSecurityNoticeJob({
          database,
          vault,
          hasMailServer: env.SMTP_URL !== undefined,
          endpointOf: id => endpointOf(env, id),
          endpointAt: domain => endpointAt(env, domain),
        }),
        createLogStreamJob({ database, vault, outgoing, now }),
        createLogoutJob({ tenants, providers, audit }),
        createPictureJob({ database, files }),
        ...Object.values(userJobs),
      ],
      schedules: [
        { name: 'purge', everyMs: hour, run: () => purge(database, { ...retention, now: now() }) },
        {
          name: 'erasures',
          everyMs: hour,
          run: () => eraseDue({ database }, { now: now(), graceDays: env.GATEHOUSE_ERASURE_DAYS }),
        },
        {
          name: 'sealing',
          everyMs: minute,
          run: async () => {
            await sealBacklog(database, recipient => recipientMark(vault, recipient));
            await finishErasures(database);
          },
        },
        { name: 'sessions', everyMs: minute, run: () => endExpiredSessions(database, now()) },
        { name: 'interactions', everyMs: 5 * minute, run: () => addUpInteractions(database) },
        { name: 'domains', everyMs: minute, run: () => customDomains.runDue() },
        {
          name: 'log-streams',
          everyMs: minute,
          run: () => database.system(db => ensureStreamsRun(db, now())),
        },
        {
          name: 'enterprise-sso',
          everyMs: hour,
          run: () => refreshEnterpriseConnections({ database, vault, outgoing, logger, now, pageOf, notify }),
        },
        {
          name: 'webhooks',
          everyMs: hour,
          run: () => disableFailingHooks({ database, now, pageOf, notify }),
        },
        {
          name: 'sms',
          everyMs: 10 * minute,
          run: () => watchSmsConversion({ database, audit, logger, now, pageOf, notify }),
        },
        ...(isCloud ? [{ name: 'billing', everyMs: minute, run: () => payments.runDue() }] : []),
      ],
      events: {
        becomeJobs: webhookJob,
        dispatch: () => dispatchEvents(database, webhookJob, now()),
      },
    },
  );
  const linker = startLinker(database, logger);
  let isLeaving = false;
  const services: Services = {
    env,
    files,
    latestRelease: createLatestRelease(env.GATEHOUSE_RELEASES_URL, now),
    logger,
    database,
    vault,
    tenants,
    outgoing,
    providers,
    passwords,
    scripts,
    audit,
    usage,
    metrics,
    payments,
    customDomains,
    sites,
    jobs,
    linker,
    userJobs,
    isLeaving: () => isLeaving,
    now,
  };

  const protectedApps = createProtectedApps(services);

  const pages = {
    experience: experiencePages,
    console: builtFiles('console'),
    docs: ourFiles('docs'),
    plain: ourFiles('plain'),
    guides,
    searchGuides,
  };
  const build = (isAdmin: boolean) =>
    buildListener(services, { isAdmin, isCloud, pages, protectedApps, ...options });
  const tenantServer = await build(false);
  const adminServer = await build(true);
  const servers = [tenantServer, adminServer];
  const ownMail = startOwnMail({ env, database, vault, logger, now });
  const tenantMessages = startTenantMessages({ database, vault, logger, outgoing, now });

  return {
    services,
    ownMail,
    tenantMessages,
    async listen() {
      await listen(tenantServer, env.PORT);
      await listen(adminServer, env.ADMIN_PORT);
    },
    /** Sends new requests elsewhere: those that come all the same are served until everybody has heard. */
    async leave() {
      isLeaving = true;
      await setTimeout(env.GATEHOUSE_DRAIN_SECONDS * 1000);
    },
    /** Stops accepting, lets what is in flight finish for a while, and writes the last audit entries. */
    async close() {
      isLeaving = true;
      const force = globalThis.setTimeout(() => {
        for (const { server } of servers) server.closeAllConnections();
      }, gracePeriodMs);
      protectedApps.close();
      await Promise.all(servers.map(server => server.close()));
      clearTimeout(force);
      await Promise.all([jobs.stop(), linker.stop(), ownMail?.stop(), tenantMessages.stop()]);
      tenants.close();
      sites.close();
      await Promise.all([scripts.close(), outsideConnectors.close()]);
      await Promise.all([audit.close(), usage.close()]);
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
