import {
  defaultAbsoluteSessionTtl,
  defaultSessionTtl,
  type SessionConfig,
} from '@gatehouse/contract/oidc-configs.ts';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database, Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { defineJob } from '../jobs/job.ts';
import { enqueue } from '../jobs/queue.ts';
import { readConfig, sessionConfigKey } from './oidc-config.ts';

/** The job that gives stored sessions the end of a shorter policy: only then are applications told of it in time. */
const shortenJob = { name: 'shortened-sessions', data: z.object({ changedAt: z.number() }) } as const;

/** Queues it where users stay signed in for a shorter time than before. */
export const followSessionPolicy = async (tx: Write, before: SessionConfig, after: SessionConfig) => {
  const isShorter = after.ttl < before.ttl || absoluteOf(after) < absoluteOf(before);
  if (!isShorter) return;
  const changedAt = Date.now();
  await enqueue(tx, shortenJob, { data: { changedAt }, origin: tx.origin, dueAt: changedAt });
};

const absoluteOf = ({ absoluteTtl = defaultAbsoluteSessionTtl }: Partial<SessionConfig>) => absoluteTtl;

const batchSize = 1000;

export const createShortenJob = (database: Database) =>
  defineJob({
    ...shortenJob,
    width: 1,
    maximumAttempts: 20,
    isKept: false,
    async run({ tenantId, data: { changedAt }, signal }) {
      const shortenSome = () => database.tenant(tenantId).send(db => shorten(db, changedAt));
      while (!signal.aborted && (await shortenSome()) === batchSize);
      // The next process continues where this one stopped.
      return signal.aborted ? { againAt: Date.now() } : undefined;
    },
  });

/** When a session was last used is not known, so the time without use counts from the change. */
const shorten = async (db: Kysely<Tables>, changedAt: number) => {
  const config = ((await readConfig(db, sessionConfigKey)) ?? {}) as Partial<SessionConfig>;
  const { ttl = defaultSessionTtl } = config;
  const end = sql`least(
    ${new Date(changedAt + ttl * 1000)}::timestamptz,
    to_timestamp((payload ->> 'loginTs')::float8 + ${absoluteOf(config)}::float8))`;
  const { rows } = await sql<{ id: string }>`
    update oidc_model_instances set expires_at = ${end}
    where model_name = 'Session' and id in (
      select id from oidc_model_instances
      where model_name = 'Session' and account_id is not null and expires_at > ${end}
      limit ${batchSize} for update)
    returning id`.execute(db);
  return rows.length;
};
