import { hourMs, minuteMs } from '@gatehouse/contract/duration.ts';
import { createScheduleJob } from './api/management/draft-schedule.ts';
import { sealBacklog } from './database/people/seal-backlog.ts';
import { purge } from './database/purge.ts';
import { endExpiredSessions } from './domain/ended-sessions.ts';
import { createShortenJob } from './domain/shortened-sessions.ts';
import { deleteUnusedClients } from './domain/unused-clients.ts';
import { createTrialJob } from './drafts/trial.ts';
import { eraseDue } from './erasure/erase-due.ts';
import { finishErasures } from './erasure/finish-erasures.ts';
import { createPictureJob } from './erasure/remove-pictures.ts';
import { consoleAddress, endpointAt, endpointOf } from './http/tenant-address.ts';
import { startJobs } from './jobs/jobs.ts';
import { createLogStreamJob } from './log-streams/job.ts';
import { ensureStreamsRun } from './log-streams/streams.ts';
import type { Notice } from './messages/notice-types.ts';
import { recipientMark } from './messages/queue.ts';
import { watchSmsConversion } from './messages/sms-alarm.ts';
import { addUpSignIns } from './metrics/add-up.ts';
import { notifyAdministrators } from './notices/notices.ts';
import { createSecurityNoticeJob } from './notices/security-notices.ts';
import { createLogoutJob } from './oidc/logout-job.ts';
import type { Parts } from './parts.ts';
import { warnOfOwnCertificates } from './saml/own-certificates.ts';
import { refreshServiceProviders } from './saml/refresh-metadata.ts';
import type { Services } from './services.ts';
import { refreshEnterpriseConnections } from './sso/upkeep.ts';
import { createWebhookJob, webhookJob } from './webhooks/deliver.ts';
import { dispatchEvents } from './webhooks/dispatch.ts';
import { disableFailingHooks } from './webhooks/failing.ts';

/** Everything that works without being asked: jobs from the queue, and what comes round on a schedule. */
export const startBackground = (parts: Parts, started: Promise<Services>) => {
  const { database, logger, metrics, now } = parts;
  const events = { becomeJobs: webhookJob, dispatch: () => dispatchEvents(database, webhookJob, now()) };
  return startJobs(
    { database, logger, metrics, now },
    { jobs: [...jobsOf(parts), createScheduleJob(started)], schedules: schedulesOf(parts), events },
  );
};

const jobsOf = ({
  env,
  database,
  vault,
  outgoing,
  files,
  tenants,
  providers,
  audit,
  userJobs,
  now,
}: Parts) => [
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
  createShortenJob(database),
  createTrialJob({ database, vault, now }),
  ...Object.values(userJobs),
];

const schedulesOf = ({
  env,
  database,
  vault,
  outgoing,
  logger,
  audit,
  customDomains,
  payments,
  now,
}: Parts) => {
  const isCloud = env.GATEHOUSE_EDITION === 'cloud';
  const consoleUrl = consoleAddress(env);
  const pageOf = (tenantId: string, path: string) =>
    isCloud ? `${consoleUrl}/${tenantId}${path}` : `${consoleUrl}${path}`;
  const notify = (tenantId: string, notice: Notice) =>
    notifyAdministrators({ database, vault, hasMailServer: env.SMTP_URL !== undefined }, tenantId, notice);
  const retention = {
    logDays: env.GATEHOUSE_LOG_RETENTION_DAYS,
    changeDays: env.GATEHOUSE_CHANGE_RETENTION_DAYS,
    isCloud,
  };
  return [
    { name: 'purge', everyMs: hourMs, run: () => purge(database, { ...retention, now: now() }) },
    {
      name: 'erasures',
      everyMs: hourMs,
      run: () => eraseDue({ database, vault }, { now: now(), graceDays: env.GATEHOUSE_ERASURE_DAYS }),
    },
    {
      name: 'sealing',
      everyMs: minuteMs,
      run: async () => {
        await sealBacklog(database, recipient => recipientMark(vault, recipient));
        await finishErasures(database);
      },
    },
    { name: 'sessions', everyMs: minuteMs, run: () => endExpiredSessions(database, now()) },
    {
      name: 'client-registrations',
      everyMs: hourMs,
      run: () => deleteUnusedClients({ database, logger }, now()),
    },
    { name: 'interactions', everyMs: 5 * minuteMs, run: () => addUpSignIns(database) },
    { name: 'domains', everyMs: minuteMs, run: () => customDomains.runDue() },
    {
      name: 'log-streams',
      everyMs: minuteMs,
      run: () => database.system(db => ensureStreamsRun(db, now())),
    },
    {
      name: 'enterprise-sso',
      everyMs: hourMs,
      run: () => refreshEnterpriseConnections({ database, vault, outgoing, logger, now, pageOf, notify }),
    },
    {
      name: 'saml-metadata',
      everyMs: hourMs,
      run: () => refreshServiceProviders({ database, outgoing, logger, now }),
    },
    {
      name: 'saml-certificates',
      everyMs: hourMs,
      run: () => warnOfOwnCertificates({ database, logger, now, pageOf, notify }),
    },
    {
      name: 'webhooks',
      everyMs: hourMs,
      run: () => disableFailingHooks({ database, now, pageOf, notify }),
    },
    {
      name: 'sms',
      everyMs: 10 * minuteMs,
      run: () => watchSmsConversion({ database, audit, logger, now, pageOf, notify }),
    },
    ...(isCloud ? [{ name: 'billing', everyMs: minuteMs, run: () => payments.runDue() }] : []),
  ];
};
