import type { AuditLog } from './audit/audit-log.ts';
import type { Payments } from './billing/payments.ts';
import type { CustomDomains } from './custom-domains/custom-domains.ts';
import type { Linker } from './database/chain/linker.ts';
import type { Database } from './database/database.ts';
import type { Vault } from './database/vault.ts';
import type { LatestRelease } from './domain/latest-release.ts';
import type { PasswordHasher } from './domain/passwords.ts';
import type { Tenants } from './domain/tenant-registry.ts';
import type { Environment } from './env.ts';
import type { Turns } from './http/turns.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LiveSignIns } from './live-sign-ins/live-sign-ins.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Usage } from './metrics/usage.ts';
import type { Providers } from './oidc/providers.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { Sites } from './protected-apps/sites.ts';
import type { ReplayPieces } from './replay/pieces.ts';
import type { Sandbox } from './scripts/sandbox.ts';
import type { FileStore } from './uploads/store.ts';
import type { UserJobs } from './user-jobs/user-jobs.ts';

/** Services shared by the parts of a running server. */
export type Services = {
  env: Environment;
  files: FileStore;
  latestRelease: LatestRelease;
  liveSignIns: LiveSignIns;
  logger: Logger;
  database: Database;
  vault: Vault;
  tenants: Tenants;
  outgoing: Outgoing;
  providers: Providers;
  passwords: PasswordHasher;
  scripts: Sandbox;
  audit: AuditLog;
  usage: Usage;
  metrics: Metrics;
  payments: Payments;
  customDomains: CustomDomains;
  sites: Sites;
  turns: Turns;
  replayPieces: ReplayPieces;
  jobs: Jobs;
  linker: Linker;
  userJobs: UserJobs;
  /** Requests should go to another process: this one is about to stop. */
  isLeaving(): boolean;
  /** The time: tests can move it. */
  now(): number;
};
