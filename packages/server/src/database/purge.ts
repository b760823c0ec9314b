import { dayMs, hourMs } from '@gatehouse/contract/duration.ts';
import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import { defaultRecordDays } from '@gatehouse/contract/sign-in-defaults.ts';
import { type RawBuilder, sql } from 'kysely';
import { removeOldChanges } from './chain/retention.ts';
import type { Database } from './database.ts';

/** Large enough to finish soon, small enough that its locks block no request. */
const defaultBatchSize = 5000;
/** Twice the longest time that is counted over, for who asks about a day in the past. */
const activityDays = 62;
/** Used or sent items are kept this long so that their outcome can be traced. */
const traceDays = 30;

/** The period of the charts in the application list, plus the current day. */
const applicationDays = 15;

/** Longer than the deliveries of an event can take. */
const eventDays = 7;

/** A device that was not used for so long is a new one. */
const placeDays = 180;

type Retention = {
  /** Days that audit log entries are kept where no plan decides; in the cloud edition plans do. */
  logDays: number;
  /** Days that changes are kept. */
  changeDays: number;
  isCloud: boolean;
  now: number;
  batchSize?: number;
};

/** Deletes expired rows in small batches, each in its own transaction. */
export const purge = async (
  database: Database,
  { logDays, changeDays, isCloud, now, batchSize }: Retention,
) => {
  const sweep = (table: string, condition: RawBuilder<unknown>) =>
    deleteInBatches(database, table, condition, batchSize ?? defaultBatchSize);

  // `endExpiredSessions` deletes the sessions of users, and tells applications.
  const isSession = sql`model_name = 'Session' and account_id is not null`;
  await sweep('oidc_model_instances', sql`expires_at < ${new Date(now - hourMs)} and not (${isSession})`);
  await sweep('passcodes', sql`expires_at < ${new Date(now - hourMs)}`);
  await sweep('verification_records', sql`expires_at < ${new Date(now - hourMs)}`);
  await sweep('subject_tokens', sql`expires_at < ${new Date(now - hourMs)}`);
  await sweep('sso_assertions', sql`expires_at < ${new Date(now - dayMs)}`);
  await sweep('saml_logouts', sql`expires_at < ${new Date(now)}`);
  await sweep(
    'saml_sessions',
    sql`created_at < ${new Date(now - dayMs)} and not exists (
      select from oidc_model_instances as session where session.tenant_id = saml_sessions.tenant_id
      and session.model_name = 'Session' and session.uid = saml_sessions.session_uid)`,
  );
  await sweep('used_credentials', sql`expires_at < ${new Date(now - hourMs)}`);
  await sweep('one_time_tokens', sql`expires_at < ${new Date(now - traceDays * dayMs)}`);
  await sweep('messages', sql`sent_at < ${new Date(now - traceDays * dayMs)}`);
  await sweep('messages', sql`error is not null and created_at < ${new Date(now - traceDays * dayMs)}`);
  await sweep('events', sql`dispatched_at < ${new Date(now - eventDays * dayMs)}`);
  await sweep('hook_hours', sql`hour < ${new Date(now - traceDays * dayMs)}`);
  // The latest hour of an application says when it was last used.
  await sweep(
    'application_hours',
    sql`hour < ${new Date(now - applicationDays * dayMs)} and (exists (
      select from application_hours as later where later.tenant_id = application_hours.tenant_id
      and later.application_id = application_hours.application_id and later.hour > application_hours.hour
      and (later.last_sign_in_at is not null or application_hours.last_sign_in_at is null))
      or not exists (select from applications where applications.tenant_id = application_hours.tenant_id
      and applications.id = application_hours.application_id))`,
  );
  await sweep(
    'application_days',
    sql`not exists (select from applications where applications.tenant_id = application_days.tenant_id
      and applications.id = application_days.application_id)`,
  );
  await sweep('sms_hours', sql`hour < ${new Date(now - traceDays * dayMs)}`);
  await sweep('built_in_email_days', sql`day < ${new Date(now - traceDays * dayMs)}`);
  await sweep('jobs', sql`finished_at < ${new Date(now - traceDays * dayMs)}`);
  await sweep(
    'sentinel_activities',
    sql`greatest(created_at, decision_expires_at) < ${new Date(now - dayMs)}`,
  );
  await sweep('lock_links', sql`expires_at < ${new Date(now)}`);
  await sweep('draft_previews', sql`expires_at < ${new Date(now)}`);
  await sweep('sign_in_places', sql`seen_at < ${new Date(now - placeDays * dayMs)}`);
  await purgeFacts(database, now, sweep);
  await removeOldChanges(database, { before: now - changeDays * dayMs, batchSize });
  const tenants = await database.system(db => db.selectFrom('tenants').select(['id', 'planId']).execute());
  const daysOf = ({ planId }: { planId: string }) =>
    isCloud ? quotaOfPlan(planId).auditLogsRetentionDays : logDays;
  for (const [days, group] of Map.groupBy(tenants, daysOf)) {
    const ids = group.map(({ id }) => id);
    const theirs = sql`tenant_id = any(${ids})`;
    if (days !== null) {
      const oldestLog = new Date(now - days * dayMs);
      await sweep('logs', sql`${theirs} and created_at < ${oldestLog}`);
      await sweep('sign_ins', sql`${theirs} and started_at < ${oldestLog}`);
      await sweep('sign_in_facts', sql`${theirs} and created_at < ${oldestLog}`);
    }
    const oldest = new Date(now - activityDays * dayMs).toISOString().slice(0, 10);
    await sweep('daily_active_users', sql`${theirs} and date < ${oldest}`);
  }
};

/** By the days that each tenant has set. */
const purgeFacts = async (
  database: Database,
  now: number,
  sweep: (table: string, condition: RawBuilder<unknown>) => Promise<void>,
) => {
  const experiences = await database.system(db =>
    db.selectFrom('signInExperiences').select(['tenantId', 'signInRecords']).execute(),
  );
  const daysOf = ({ signInRecords }: { signInRecords: unknown }) =>
    (signInRecords as { days?: number }).days ?? defaultRecordDays;
  for (const [days, group] of Map.groupBy(experiences, daysOf)) {
    const ids = group.map(({ tenantId }) => tenantId);
    await sweep(
      'sign_in_facts',
      sql`tenant_id = any(${ids}) and created_at < ${new Date(now - days * dayMs)}`,
    );
  }
};

const deleteInBatches = async (
  database: Database,
  table: string,
  condition: RawBuilder<unknown>,
  batchSize: number,
) => {
  let deleted = batchSize;
  while (deleted === batchSize) {
    deleted = await database.system(async db => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('gatehouse.purge')) as mine`.execute(db);
      if (!rows[0]?.mine) return 0;
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)}
        where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${batchSize}))`.execute(
        db,
      );
      return Number(numAffectedRows);
    });
  }
};
