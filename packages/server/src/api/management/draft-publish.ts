import type { Draft } from '@gatehouse/contract/drafts.ts';
import { minuteMs } from '@gatehouse/contract/duration.ts';
import type { MemberPermission } from '@gatehouse/contract/scopes.ts';
import type { Write } from '../../database/database.ts';
import { isRevertible } from '../../database/revert.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { isSignedInSince } from '../../domain/sessions.ts';
import { requireStillHeld } from '../../domain/still-held.ts';
import { findDraft, listRequests, lockOpenDraft, type StoredRequest } from '../../drafts/requests.ts';
import { callOf } from '../../drafts/rows.ts';
import { trialJob, trialLookMs } from '../../drafts/trial.ts';
import { memberPermission } from '../../http/authenticate.ts';
import { mayCall } from '../../http/may-call.ts';
import { enqueue } from '../../jobs/queue.ts';
import { RequestError } from '../../request-error.ts';
import { conflictsIn, fingerprintOfRuns } from './draft-diff.ts';
import { type DraftContext, type Ran, runRequests } from './draft-runs.ts';

type Trial = { minutes: number; failures?: number };
type Publication = { id: string; fingerprint?: string; overwrite?: boolean; trial?: Trial };

export const publish = async (
  context: DraftContext,
  tx: Write,
  { id, fingerprint, overwrite, trial }: Publication,
): Promise<Draft> => {
  const { caller, services } = context;
  const { name } = await lockOpenDraft(tx, id);
  const requests = await listRequests(tx.db, services.vault, id);
  if (requests.length === 0) throw new RequestError('draft.empty');
  await requirePublisher(context, tx, requests);
  const runs: Ran[] = [];
  const all = requests.map(request => ({ ...request, caller }));
  await runRequests(context, tx, all, ran => runs.push(ran));
  if (fingerprint !== undefined && fingerprint !== fingerprintOfRuns(requests, runs))
    throw new RequestError('draft.outdated_diff');
  const conflicts = conflictsIn(runs, requests);
  if (conflicts.length > 0 && !overwrite)
    throw new RequestError('draft.conflict', { data: { fields: conflicts.flatMap(({ fields }) => fields) } });
  tx.object('draft', id, name);
  const hasEffect = tx.entries.length > 0;
  // Unrecorded, so that an undo brings back the configuration and leaves the draft published.
  return tx.db
    .updateTable('drafts')
    .set({
      publishedAt: services.now(),
      changeId: hasEffect ? tx.changeId : null,
      takenBack: null,
      ...(trial && hasEffect ? { trial: await beginTrial(context, tx, id, trial) } : {}),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Publishing takes the permissions of all requests, up to the commit. */
const requirePublisher = async (
  { caller, tenant, services }: DraftContext,
  tx: Write,
  requests: readonly StoredRequest[],
) => {
  const needed = requests.map(request => callOf(request).row);
  if (!needed.every(row => mayCall(caller, row))) throw new RequestError('auth.forbidden');
  await requireStillHeld(
    tx.db,
    { tenantId: tenant.id, audience: audienceOf(services.env, tenant.id) },
    caller,
    needed.map(({ method, permission }) => [memberPermission(method), permission as MemberPermission]),
  );
};

/** The watch begins with the transaction that publishes: no process can die in between. */
const beginTrial = async (
  { services, origin }: DraftContext,
  tx: Write,
  draftId: string,
  { minutes, failures }: Trial,
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
    return (await tx.update('drafts', { id }, { trial: null }))!;
  });
};
