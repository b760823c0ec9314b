import type { LogStream, LogStreamSecrets } from '@gatehouse/contract/log-streams.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { openConfig, sealConfig } from '../connectors/sealed-config.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import { oldestWaiting } from './batch.ts';
import { oldestWaitingChange } from './change-batch.ts';
import type { OpenStream } from './open-stream.ts';
export const logStreamJob = 'log-stream';

type StreamRow = Selectable<Tables['logStreams']>;
type ProgressRow = Selectable<Tables['logStreamProgress']>;

export const openStream = (row: StreamRow, vault: Vault): OpenStream => ({
  config: row.config as LogStream['config'],
  secrets: openConfig(vault, row.secrets),
  signingKey: row.signingKey === '' ? '' : vault.open(row.signingKey),
});

/** Omitted secrets stay unchanged. */
export const sealSecrets = (vault: Vault, stored: LogStreamSecrets, given: LogStreamSecrets = {}) =>
  sealConfig(vault, { ...stored, ...given });

export const presentStream = async (
  db: Kysely<Tables>,
  row: StreamRow,
  { vault, now }: { vault: Vault; now: number },
): Promise<LogStream> => {
  const { config, secrets } = openStream(row, vault);
  const progress = await findProgress(db, row.id);
  const { tenantId, id, name, enabled, includeChanges, createdAt } = row;
  return {
    tenantId,
    id,
    name,
    enabled,
    includeChanges,
    createdAt,
    config,
    storedSecrets: {
      bearerToken: Boolean(secrets.bearerToken),
      secretAccessKey: Boolean(secrets.secretAccessKey),
      headers: Object.keys(secrets.headers ?? {}),
    },
    status: await statusOf(db, row, progress, now),
  };
};

const statusOf = async (
  db: Kysely<Tables>,
  { enabled, includeChanges }: StreamRow,
  progress: ProgressRow | undefined,
  now: number,
): Promise<LogStream['status']> => {
  const waiting = progress
    ? [
        await oldestWaiting(db, progress.position),
        ...(includeChanges ? [await oldestWaitingChange(db, progress.changeSequence)] : []),
      ].filter(time => time !== undefined)
    : [];
  const {
    sentCount = 0,
    lastSentAt = null,
    error = null,
    failedAt = null,
    nextTryAt = null,
  } = progress ?? {};
  return {
    state: enabled ? (error === null ? 'healthy' : 'failing') : 'off',
    lagSeconds: waiting.length ? Math.max(0, Math.round((now - Math.min(...waiting)) / 1000)) : 0,
    sentCount,
    lastSentAt,
    error,
    failedAt,
    nextTryAt: enabled ? nextTryAt : null,
  };
};

export const findProgress = (db: Kysely<Tables>, streamId: string) =>
  db.selectFrom('logStreamProgress').selectAll().where('streamId', '=', streamId).executeTakeFirst();

/**
 * Sees to it that each stream that is on has a job and knows where it stands: those of the tenant, or, across
 * tenants, all of them. Undoing a change can bring one back or turn one on without any handler of ours.
 */
export const ensureStreamsRun = async (db: Kysely<Tables>, now: number) => {
  await sql`
    insert into log_stream_progress (tenant_id, stream_id, position, change_sequence)
    select tenant_id, id,
      coalesce((select max(position) from logs where logs.tenant_id = log_streams.tenant_id), 0),
      coalesce((select sequence from change_chains where change_chains.tenant_id = log_streams.tenant_id), 0)
    from log_streams
    on conflict do nothing`.execute(db);
  await sql`
    insert into jobs (tenant_id, name, data, order_key, due_at, origin)
    select tenant_id, ${logStreamJob}, jsonb_build_object('streamId', id), ${orderKey}, ${new Date(now)},
      ${JSON.stringify(systemOrigin('log-streams'))}::jsonb
    from log_streams
    where enabled and not exists (
      select from jobs
      where jobs.tenant_id = log_streams.tenant_id and order_key = ${orderKey} and finished_at is null)`.execute(
    db,
  );
};

/** Restarts a stream immediately, whatever went wrong before. */
export const wakeStream = async (db: Kysely<Tables>, streamId: string, now: number) => {
  await db
    .updateTable('logStreamProgress')
    .set({ failures: 0, error: null, failedAt: null, nextTryAt: null })
    .where('streamId', '=', streamId)
    .execute();
  await db
    .updateTable('jobs')
    .set({ dueAt: now })
    .where('orderKey', '=', `${logStreamJob} ${streamId}`)
    .where('state', '=', 'waiting')
    .execute();
  await ensureStreamsRun(db, now);
};

const orderKey = sql`${logStreamJob} || ' ' || log_streams.id`;
