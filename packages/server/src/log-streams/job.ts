import { minuteMs } from '@gatehouse/contract/duration.ts';
import { z } from 'zod';
import type { Database, Write } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { backOffMs, defineJob } from '../jobs/job.ts';
import { type Outgoing, reasonOf } from '../outgoing/outgoing.ts';
import { type NextBatch, readBatch } from './batch.ts';
import { readChangeBatch } from './change-batch.ts';
import { sendBatch } from './destination.ts';
import { createHorizon } from './horizon.ts';
import { findProgress, logStreamJob, openStream } from './streams.ts';

const idleMs = 5000;
const firstRetryMs = 10_000;
const longestRetryMs = 15 * minuteMs;
/** After so many the others have their turn. */
const batchesPerRun = 20;
/** Numbers are shared by all tenants: a quiet stream does not need every one. */
const skippedAtOnce = 1000;

type Dependencies = { database: Database; vault: Vault; outgoing: Outgoing; now(): number };

/**
 * Sends the log of a tenant, and its changes if wanted, to one destination, each in its order, as long as the stream is
 * on.
 */
export const createLogStreamJob = ({ database, vault, outgoing, now }: Dependencies) => {
  const readHorizon = createHorizon(database);

  return defineJob({
    name: logStreamJob,
    data: z.object({ streamId: z.string() }),
    width: 8,
    maximumAttempts: Number.POSITIVE_INFINITY,
    isKept: false,
    async run({ tenantId, data: { streamId }, signal, advance }) {
      const tenant = database.tenant(tenantId);
      const { settled: upTo } = await readHorizon();
      for (let sent = 0; sent < batchesPerRun && !signal.aborted; sent += 1) {
        const found = await tenant.read(async db => {
          const row = await db
            .selectFrom('logStreams')
            .selectAll()
            .where('id', '=', streamId)
            .executeTakeFirst();
          const progress = row?.enabled ? await findProgress(db, streamId) : undefined;
          if (!row || !progress) return undefined;
          const stream = openStream(row, vault);
          const { kind } = stream.config;
          const span = { after: progress.position, upTo, now: now() };
          const changed = { after: progress.changeSequence, now: now() };
          return {
            stream,
            progress,
            logs: await readBatch(tenant, db, kind, span),
            changes: row.includeChanges ? await readChangeBatch(tenant, db, kind, changed) : undefined,
          };
        });
        // It is off or deleted. Turning it on starts the job again.
        if (!found) return undefined;
        const { stream, progress, logs, changes } = found;
        for (const batch of [logs, ...(changes ? [changes] : [])]) {
          const column = batch === logs ? 'position' : 'changeSequence';
          const before = progress[column];
          if (batch.entries.length > 0) {
            try {
              await sendBatch(outgoing, stream, { entries: batch.entries, sentAt: now() });
            } catch (error) {
              const failures = progress.failures + 1;
              const nextTryAt = now() + backOffMs(failures, firstRetryMs, longestRetryMs);
              return {
                againAt: nextTryAt,
                write: noteFailure(streamId, { failures, error, nextTryAt, failedAt: now() }),
              };
            }
          }
          if (batch.entries.length > 0 || batch.position - before >= skippedAtOnce)
            await advance(noteSuccess(streamId, { column, before, batch, now: now() }));
        }
        if (!logs.hasMore && !changes?.hasMore) return { againAt: now() + idleMs };
      }
      return { againAt: now() };
    },
  });
};

type Success = {
  column: 'position' | 'changeSequence';
  before: number;
  batch: NextBatch;
  now: number;
};

/** If the position was set back meanwhile, everything from there is wanted. */
const noteSuccess =
  (streamId: string, { column, before, batch, now }: Success) =>
  async ({ db }: Write) => {
    const { entries, position } = batch;
    await db
      .updateTable('logStreamProgress')
      .set(({ eb }) => ({
        [column]: position,
        sentCount: eb('sentCount', '+', entries.length),
        ...(entries.length > 0 ? { lastSentAt: now } : {}),
        failures: 0,
        error: null,
        failedAt: null,
        nextTryAt: null,
      }))
      .where('streamId', '=', streamId)
      .where(column, '=', before)
      .execute();
    return {};
  };

type Failure = { failures: number; error: unknown; failedAt: number; nextTryAt: number };

const noteFailure =
  (streamId: string, { error, ...failure }: Failure) =>
  ({ db }: Write) =>
    db
      .updateTable('logStreamProgress')
      .set({ ...failure, error: reasonOf(error).slice(0, 500) })
      .where('streamId', '=', streamId)
      .execute();
