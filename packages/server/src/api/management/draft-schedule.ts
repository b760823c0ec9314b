import { type Draft, longestScheduleMs } from '@gatehouse/contract/drafts.ts';
import { hourMs } from '@gatehouse/contract/duration.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { createAuthorAccess } from '../../domain/job-authors.ts';
import { systemOrigin } from '../../domain/origins.ts';
import { requireGoodStanding, type Tenant } from '../../domain/tenant.ts';
import {
  findDraft,
  findShownDraft,
  listRequests,
  lockEditableDraft,
  lockOpenDraft,
} from '../../drafts/requests.ts';
import type { Caller } from '../../http/authenticate.ts';
import { toRequestError } from '../../http/errors.ts';
import { defineJob, type RunningJob } from '../../jobs/job.ts';
import { enqueue } from '../../jobs/queue.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { writeInTurn } from './bundle-context.ts';
import { compareRequests } from './draft-diff.ts';
import { type Publication, publish, publishing } from './draft-publish.ts';
import { type DraftContext, RefusedRequest } from './draft-runs.ts';

/** A server that was away this long must not surprise anyone: the draft stays open. */
const longestDelayMs = hourMs;

const data = z.object({
  draftId: z.string(),
  scheduleId: z.string(),
  /** Of the token that scheduled it, and the effects that its author saw. */
  scopes: z.array(z.string()),
  fingerprint: z.string(),
  overwrite: z.boolean(),
});
type Scheduled = z.infer<typeof data>;

const scheduleJob = { name: 'draft-publish', data } as const;

/** A draft that could not be published now is refused now, and not at its time. */
export const schedule = async (
  context: DraftContext,
  { at, ...publication }: Publication & { at: number },
): Promise<Draft> => {
  const { tenant, services, origin, caller } = context;
  const now = services.now();
  if (at <= now || at > now + longestScheduleMs) throw new RequestError('draft.invalid_time');
  if (caller.kind === 'anonymous') throw new RequestError('auth.unauthorized');
  const { id, overwrite = false, trial } = publication;
  const fingerprint = publication.fingerprint ?? (await fingerprintOf(context, id));
  const { onUndoable: _, ...tried } = origin;
  await services.turns(tenant.id, () =>
    tenant.database.tryWrite(tried, async tx => {
      await lockEditableDraft(tx, id);
      await publish(context, tx, { ...publication, fingerprint });
    }),
  );
  const scheduleId = generateId();
  const scheduled: Scheduled = {
    draftId: id,
    scheduleId,
    scopes: [...caller.scopes],
    fingerprint,
    overwrite,
  };
  return tenant.database.write(origin, async tx => {
    const { name } = await lockEditableDraft(tx, id);
    tx.object('draft', id, name);
    await enqueue(tx, scheduleJob, { data: scheduled, dueAt: at, origin });
    const shown = { id: scheduleId, at, ...(trial ? { trial } : {}) };
    await tx.update('drafts', { id }, { takenBack: null, schedule: shown });
    return findShownDraft(tx.db, id);
  });
};

const fingerprintOf = async (context: DraftContext, id: string) => {
  const { tenant, services } = context;
  const requests = await tenant.database.read(async db => {
    await findDraft(db, id);
    return listRequests(db, services.vault, id);
  });
  return (await compareRequests(context, requests)).fingerprint;
};

export const cancelSchedule = async (tx: Write, id: string): Promise<Draft> => {
  const draft = await lockOpenDraft(tx, id);
  if (!draft.schedule) throw new RequestError('draft.not_scheduled');
  await tx.update('drafts', { id }, { schedule: null });
  return findShownDraft(tx.db, id);
};

/** The draft, while this schedule of it holds. */
const findScheduled = async (db: Kysely<Tables>, { draftId, scheduleId }: Scheduled) => {
  const draft = await db
    .selectFrom('drafts')
    .select(['name', 'publishedAt', 'schedule'])
    .where('id', '=', draftId)
    .forUpdate()
    .executeTakeFirst();
  const holds = draft?.publishedAt === null && draft.schedule?.id === scheduleId;
  return holds && draft.schedule ? { name: draft.name, schedule: draft.schedule } : undefined;
};

/** Publishes a draft at its time, with the permissions that its author has by then. */
export const createScheduleJob = (started: Promise<Services>) =>
  defineJob({
    ...scheduleJob,
    width: 2,
    maximumAttempts: 20,
    isKept: false,
    async run({ tenantId, data: scheduled, author }) {
      const services = await started;
      const tenant = await services.tenants.get(tenantId);
      const found = await tenant?.database.send(db => findScheduled(db, scheduled));
      if (!tenant || !found) return undefined;
      try {
        if (services.now() > found.schedule.at + longestDelayMs) throw new RequestError('draft.invalid_time');
        await requireGoodStanding(tenant);
        const context = await contextOf(services, tenant, { author, scopes: scheduled.scopes });
        await writeInTurn(context, async tx => {
          if (!(await findScheduled(tx.db, scheduled))) return;
          const { draftId: id, fingerprint, overwrite } = scheduled;
          const { trial } = found.schedule;
          await publish(context, tx, { id, fingerprint, overwrite, ...(trial ? { trial } : {}) });
        });
      } catch (error) {
        await giveUp(tenant, { scheduled, at: services.now(), error });
      }
      return undefined;
    },
  });

type Failure = { scheduled: Scheduled; at: number; error: unknown };

/** The draft is open again and says why. After a failure of the server, it is tried again. */
const giveUp = async ({ database }: Tenant, { scheduled, at, error }: Failure) => {
  const { code, status } = toRequestError(error instanceof RefusedRequest ? error.reason : error);
  if (status >= 500) throw error;
  await database.write(systemOrigin('drafts'), async tx => {
    const found = await findScheduled(tx.db, scheduled);
    if (!found) return;
    tx.object('draft', scheduled.draftId, found.name);
    const takenBack = { at, reason: 'notPublished', isRefused: false, code } as const;
    await tx.update('drafts', { id: scheduled.draftId }, { schedule: null, takenBack });
  });
};

type Begun = { author: RunningJob<Scheduled>['author']; scopes: readonly string[] };

const contextOf = async (
  services: Services,
  tenant: Tenant,
  { author, scopes }: Begun,
): Promise<DraftContext> => {
  const { scopes: held, role } = await createAuthorAccess(services)(author, tenant.id);
  const who = { kind: author.kind === 'application' ? author.kind : 'user', id: author.id } as const;
  const caller: Caller = { ...who, scopes: new Set(scopes.filter(scope => held.has(scope))), held };
  const name = await services.tenants.nameOf(tenant, who);
  const actor = { ...who, ...(name ? { name } : {}), ...(role ? { role } : {}) };
  const origin = { ...systemOrigin('drafts'), actor };
  return publishing({ tenant, services, caller, origin, request: unasked(services) });
};

/** No client waits for an answer, so there is no language to answer in. */
const unasked = ({ logger: log }: Services) => ({ headers: {}, log }) as unknown as FastifyRequest;
