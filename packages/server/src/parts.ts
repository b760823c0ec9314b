import { createDocsSearch } from './assistant/search.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { createPayments } from './billing/payments.ts';
import { createCustomDomains } from './custom-domains/custom-domains.ts';
import type { Database } from './database/database.ts';
import type { Vault } from './database/vault.ts';
import { createAuthorCheck } from './domain/job-authors.ts';
import { createLatestRelease } from './domain/latest-release.ts';
import { audienceOf } from './domain/management-audience.ts';
import { createPasswordHasher } from './domain/passwords.ts';
import { placeHeadersOf } from './domain/sign-in/whereabouts.ts';
import { createTenants } from './domain/tenant-registry.ts';
import type { Environment } from './env.ts';
import { brandOf } from './env-brand.ts';
import { consoleAddress, endpointAt, endpointOf } from './http/tenant-address.ts';
import { createTurns } from './http/turns.ts';
import { createLiveSignIns } from './live-sign-ins/live-sign-ins.ts';
import type { Logger } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createUsage } from './metrics/usage.ts';
import { createProviders } from './oidc/providers.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { builtFiles, docsPassages, ourFiles } from './own-files.ts';
import { createExperiencePages } from './pages/experience-pages.ts';
import { createSites } from './protected-apps/sites.ts';
import { createReplayPieces } from './replay/pieces.ts';
import { createSandbox } from './scripts/sandbox.ts';
import type { Services } from './services.ts';
import { createCustomUi } from './uploads/custom-ui.ts';
import { createFileStore } from './uploads/file-store.ts';
import { createUserJobs } from './user-jobs/user-jobs.ts';

export type AppOptions = {
  env: Environment;
  database: Database;
  vault: Vault;
  logger: Logger;
  /** Tests want to see answers that break their row; users get them. */
  isStrict?: boolean;
  timeoutMs?: number;
  /** The time limit for receiving a request. */
  receiveTimeoutMs?: number;
  auditIntervalMs?: number;
  /** The time between two looks for sign-ins that someone watches. */
  liveIntervalMs?: number;
  /** Tests can move it. Payments go by it. */
  now?: () => number;
  hashing?: Parameters<typeof createPasswordHasher>[0];
  scripts?: Parameters<typeof createSandbox>[0];
};

/** All that a running server shares but for what works in the background. */
export type Parts = Omit<Services, 'jobs' | 'linker' | 'isLeaving'>;

/** The networks that outgoing requests may reach. */
export const reachOf = (env: Environment) => ({
  reachesPrivateNetworks: env.GATEHOUSE_EDITION !== 'cloud' || env.GATEHOUSE_CONNECTORS_URL !== undefined,
  reachesMetadata: env.GATEHOUSE_REACH_LINK_LOCAL,
  standIn: env.GATEHOUSE_CONNECTORS_URL,
});

/** The parts of the server, each made from those before it, and the pages that it serves. */
export const createParts = ({ env, database, vault, logger, ...options }: AppOptions) => {
  const now = options.now ?? Date.now;
  const consoleApp = { name: `${brandOf(env).name} Console`, home: consoleAddress(env) };
  const metrics = createMetrics(database);
  const audit = createAuditLog(database, logger, options.auditIntervalMs);
  const usage = createUsage(database, logger, options.auditIntervalMs);
  const outgoing = createOutgoing(reachOf(env));
  const files = createFileStore(env);
  const scripts = createSandbox(options.scripts);
  const passwords = createPasswordHasher(options.hashing);
  const experience = createExperiencePages(builtFiles('experience'), createCustomUi(files, logger), {
    consoleApp,
    captchaScriptUrl: env.GATEHOUSE_CAPTCHA_SCRIPT_URL,
    addressOf: outgoing.addressOf,
    vault,
  });
  const providers = createProviders({
    consoleApp,
    placeHeaders: placeHeadersOf(env),
    renderError: (tenant, ctx, error) => experience.renderError(tenant, ctx.get('accept-language'), error),
    renderForm: (tenant, ctx, form) => experience.renderForm(tenant, ctx, form),
    ...{ vault, outgoing, env, scripts, audit, metrics, usage, logger },
  });
  const tenants = createTenants(tenantDependencies(env, { database, vault }));
  const isStillAllowed = createAuthorCheck({ env, tenants });
  const parts: Parts = {
    ...{
      env,
      database,
      vault,
      logger,
      now,
      metrics,
      audit,
      usage,
      outgoing,
      files,
      scripts,
      passwords,
      providers,
    },
    tenants,
    payments: createPayments({ env, database, vault, now, audienceOf: id => audienceOf(env, id) }),
    customDomains: createCustomDomains({ env, database, logger, now }),
    sites: createSites(database),
    turns: createTurns(),
    replayPieces: createReplayPieces(),
    userJobs: createUserJobs({ database, files, vault, passwords, isStillAllowed }),
    latestRelease: createLatestRelease(env.GATEHOUSE_RELEASES_URL, now),
    liveSignIns: createLiveSignIns(database, logger, options.liveIntervalMs),
  };
  const pages = {
    experience,
    console: builtFiles('console'),
    documentation: builtFiles('docs'),
    plain: ourFiles('plain'),
    searchDocs: createDocsSearch(docsPassages),
  };
  return { parts, pages };
};

const tenantDependencies = (env: Environment, stores: Pick<Services, 'database' | 'vault'>) => ({
  ...stores,
  // Strangers name these addresses: they lead into our network only where its owner says so.
  documents: createOutgoing({
    reachesPrivateNetworks: env.GATEHOUSE_CONNECTORS_URL !== undefined,
    privateHosts: env.GATEHOUSE_EDITION === 'cloud' ? [] : env.GATEHOUSE_CLIENT_DOCUMENT_HOSTS,
    standIn: env.GATEHOUSE_CONNECTORS_URL,
  }),
  legalLinks: {
    termsOfUseUrl: env.GATEHOUSE_BRAND_TERMS_URL,
    privacyPolicyUrl: env.GATEHOUSE_BRAND_PRIVACY_URL,
  },
  endpointOf: (id: string) => endpointOf(env, id),
  endpointAt: (domain: string) => endpointAt(env, domain),
});
