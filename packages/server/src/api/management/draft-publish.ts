import type { Draft, NewTrial } from '@gatehouse/contract/drafts.ts';
import { minuteMs } from '@gatehouse/contract/duration.ts';
import { readControl } from '../../bundles/managed.ts';
import type { Write } from '../../database/database.ts';
import { isRevertible } from '../../database/revert.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { isSignedInSince } from '../../domain/sessions.ts';
import { requireStillHeld } from '../../domain/still-held.ts';
import {
  findDraft,
  findShownDraft,
  listRequests,
  lockOpenDraft,
  type StoredRequest,
} from '../../drafts/requests.ts';
import { callOf } from '../../drafts/rows.ts';
import { trialJob, trialLookMs } from '../../drafts/trial.ts';
import { mayCall } from '../../http/may-call.ts';
import { enqueue } from '../../jobs/queue.ts';
import { RequestError } from '../../request-error.ts';
import { permissionsFor, requireApproved } from './draft-approvals.ts';
import { conflictsIn, fingerprintOfRuns } from './draft-diff.ts';
import { type DraftContext, type Ran, runRequests } from './draft-runs.ts';
import { guardOf } from './guard.ts';

export type Publication = { id: string; fingerprint?: string; overwrite?: boolean; trial?: NewTrial };

/** A draft is judged as a whole: what needs approval has it. */
export const publishing = (context: DraftContext): DraftContext => {
  const { services, caller, tenant, origin } = context;
  return { ...context, origin: { ...origin, guard: guardOf(services, caller, tenant.id, 'everything') } };
};

export const publish = async (
  context: DraftContext,
  tx: Write,
  { id, fingerprint, overwrite, trial }: Publication,
): Promise<Draft> => {
  const { caller, services } = context;
  const { name } = await lockOpenDraft(tx, id);
  const requests = await listRequests(tx.db, services.vault, id);
  // As of now: the draft may change the rule itself.
  const { approval } = await readControl(tx.db);
  if (requests.length === 0) throw new RequestError('draft.empty');
  await requirePublisher(context, tx, requests);
  const runs: Ran[] = [];
  const all = requests.map(request => ({ ...request, caller }));
  await runRequests(context, tx, all, ran => runs.push(ran));
  const found = fingerprintOfRuns(requests, runs);
  if (fingerprint !== undefined && fingerprint !== found) throw new RequestError('draft.outdated_diff');
  if (approval !== 'none') await requireApproved(context, tx, { draftId: id, requests, fingerprint: found });
  const conflicts = conflictsIn(runs, requests);
  if (conflicts.length > 0 && !overwrite)
    throw new RequestError('draft.conflict', { data: { fields: conflicts.flatMap(({ fields }) => fields) } });
  tx.object('draft', id, name);
  const hasEffect = tx.entries.length > 0;
  // Unrecorded, so that an undo brings back the configuration and leaves the draft published.
  await tx.db
    .deleteFrom('draftApprovals')
    .where('draftId', '=', id)
    .where('fingerprint', '<>', found)
    .execute();
  await tx.db
    .updateTable('drafts')
    .set({
      publishedAt: services.now(),
      changeId: hasEffect ? tx.changeId : null,
      takenBack: null,
      schedule: null,
      ...(trial && hasEffect ? { trial: await beginTrial(context, tx, id, trial) } : {}),
    })
    .where('id', '=', id)
    .execute();
  return findShownDraft(tx.db, id);
};

/** Publishing takes the permissions of all requests, up to the commit. */
export const requirePublisher = async (
  { caller, tenant, services }: Pick<DraftContext, 'caller' | 'tenant' | 'services'>,
  tx: Write,
  requests: readonly StoredRequest[],
) => {
  if (!requests.every(request => mayCall(caller, callOf(request).row)))
    throw new RequestError('auth.forbidden');
  await requireStillHeld(
    tx.db,
    { tenantId: tenant.id, audience: audienceOf(services.env, tenant.id) },
    caller,
    permissionsFor(requests),
  );
};

/** The watch begins with the transaction that publishes: no process can die in between. */
const beginTrial = async (
  { services, origin }: DraftContext,
  tx: Write,
  draftId: string,
  { minutes, failures }: NewTrial,
) => {
  if (!isRevertible([...tx.entries])) throw new RequestError('draft.not_revertible');
  const now = services.now();
  await enqueue(tx, trialJob, {
    data: { draftId, changeId: tx.changeId },
    dueAt: now + trialLookMs,
    origin,
  });
  return { until: now + minutes * minuteMs, ...(failures === undefined ? {} : { failures }) };
};

/** A draft on trial stays once a member has shown that signing in still works. */
export const confirm = async (
  { tenant, services, origin, caller }: DraftContext,
  id: string,
): Promise<Draft> => {
  const admin = await services.tenants.admin();
  const { publishedAt } = await tenant.database.read(db => findDraft(db, id));
  const session = { userId: caller.id, uid: caller.consoleSessionUid, since: publishedAt ?? 0 };
  const isFresh = await admin.database.read(db => isSignedInSince(db, session));
  return tenant.database.write(origin, async tx => {
    const draft = await tx.db
      .selectFrom('drafts')
      .selectAll()
      .where('id', '=', id)
      .where('publishedAt', '=', publishedAt)
      .forUpdate()
      .executeTakeFirst();
    if (!draft?.trial) throw new RequestError('draft.not_on_trial');
    if (!isFresh) throw new RequestError('draft.needs_fresh_sign_in');
    await tx.update('drafts', { id }, { trial: null });
    return findShownDraft(tx.db, id);
  });
};
