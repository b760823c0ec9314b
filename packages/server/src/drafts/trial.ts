import type { DraftTrial, TakenBack } from '@gatehouse/contract/drafts.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database, TenantDatabase } from '../database/database.ts';
import { ChangeRefusedError } from '../database/revert.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import { defineJob } from '../jobs/job.ts';
import { undoChange } from '../undo/undo-change.ts';

/** The time between two looks at the sign-ins since a draft is live. */
export const trialLookMs = 10_000;

/** Fewer sign-ins say nothing about a share. */
const fewestSignIns = 10;

const data = z.object({ draftId: z.string(), changeId: z.string() });

export const trialJob = { name: 'draft-trial', data } as const;

type OnTrial = { name: string; publishedAt: number; trial: DraftTrial };

/** The draft, while this publication of it is on trial. */
const findOnTrial = async (
  db: Kysely<Tables>,
  { draftId, changeId }: z.infer<typeof data>,
): Promise<OnTrial | undefined> => {
  const draft = await db
    .selectFrom('drafts')
    .select(['name', 'publishedAt', 'trial'])
    .where('id', '=', draftId)
    .where('changeId', '=', changeId)
    .where('trial', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return draft?.trial && draft.publishedAt !== null
    ? { name: draft.name, publishedAt: draft.publishedAt, trial: draft.trial }
    : undefined;
};

/** Sign-ins that began in a period and have ended, and how many of them failed. */
const countSignIns = async (db: Kysely<Tables>, from: number, until: number) => {
  const { rows } = await sql<{ signIns: number; failed: number }>`
    select count(*)::int as "signIns", (count(*) filter (where outcome = 'Error'))::int as failed
    from sign_ins
    where started_at >= ${new Date(from)} and started_at < ${new Date(until)} and outcome in ('Success', 'Error')
  `.execute(db);
  return rows[0]!;
};

const percent = ({ signIns, failed }: { signIns: number; failed: number }) =>
  signIns === 0 ? 0 : (failed / signIns) * 100;

/** Why the draft has to be taken back now, if it has to. */
const reasonNow = async (
  db: Kysely<Tables>,
  { publishedAt, trial: { until, failures } }: OnTrial,
  now: number,
): Promise<TakenBack | undefined> => {
  if (failures !== undefined) {
    const since = await countSignIns(db, publishedAt, now);
    const before = await countSignIns(db, publishedAt - dayMs, publishedAt);
    if (since.signIns >= fewestSignIns && percent(since) - percent(before) >= failures)
      return { at: now, reason: 'failedSignIns', isRefused: false, ...since };
  }
  return now >= until ? { at: now, reason: 'notConfirmed', isRefused: false } : undefined;
};

type Dependencies = { database: Database; vault: Vault; now(): number };

/**
 * Watches a draft that was published on trial, and takes it back automatically: settings that lock all administrators out heal
 * while no administrator can do anything.
 */
export const createTrialJob = ({ database, vault, now }: Dependencies) =>
  defineJob({
    ...trialJob,
    width: 4,
    // Each look is one, and each process that died.
    maximumAttempts: 10_000,
    isKept: false,
    longestWaitMs: trialLookMs,
    async run({ tenantId, data: published }) {
      const tenant = database.tenant(tenantId);
      const onTrial = await tenant.send(db => findOnTrial(db, published));
      if (!onTrial) return undefined;
      const reason = await tenant.read(db => reasonNow(db, onTrial, now()));
      if (!reason) return { againAt: Math.min(onTrial.trial.until, now() + trialLookMs) };
      const isUnder = await tenant.read(db => isOverlaid(db, published.draftId, onTrial));
      const isEnded = await takeBack(tenant, { vault, published, reason, onTrial, isUnder });
      return isEnded ? undefined : { againAt: now() + trialLookMs };
    },
  });

/** Whether a draft that was published later is on trial, too. */
const isOverlaid = async (db: Kysely<Tables>, id: string, { publishedAt }: OnTrial) => {
  const later = await db
    .selectFrom('drafts')
    .select('id')
    .where('trial', 'is not', null)
    .where('publishedAt', '>=', publishedAt)
    .where('id', '<>', id)
    .executeTakeFirst();
  return later !== undefined;
};

type Ending = {
  vault: Vault;
  published: z.infer<typeof data>;
  reason: TakenBack;
  onTrial: OnTrial;
  isUnder: boolean;
};

/**
 * Gives whether the trial has ended. Settings that a later draft on trial has changed again come back once that draft is
 * taken back: this one would stay live if it did not wait for it.
 */
const takeBack = async (
  tenant: TenantDatabase,
  { vault, published, reason, onTrial, isUnder }: Ending,
): Promise<boolean> => {
  const { draftId, changeId } = published;
  try {
    await tenant.write(systemOrigin('drafts'), async tx => {
      if (!(await findOnTrial(tx.db, published))) return;
      tx.object('draft', draftId, onTrial.name);
      await undoChange(tx, changeId, { vault });
      await tx.db
        .updateTable('drafts')
        .set({ publishedAt: null, changeId: null, trial: null, takenBack: reason })
        .where('id', '=', draftId)
        .execute();
    });
  } catch (error) {
    if (!(error instanceof ChangeRefusedError)) throw error;
    if (isUnder || (await tenant.read(db => isOverlaid(db, draftId, onTrial)))) return false;
    // A member has undone the draft, or has changed the same settings since.
    await tenant.send(async db => {
      const undone = await db
        .selectFrom('changes')
        .select('id')
        .where('reverts', '=', changeId)
        .executeTakeFirst();
      await db
        .updateTable('drafts')
        .set({ trial: null, ...(undone ? {} : { takenBack: { ...reason, isRefused: true } }) })
        .where('id', '=', draftId)
        .where('changeId', '=', changeId)
        .where('trial', 'is not', null)
        .execute();
    });
  }
  return true;
};
