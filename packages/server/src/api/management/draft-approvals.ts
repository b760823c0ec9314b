import { allScope } from '@gatehouse/contract/dialect.ts';
import type { Draft, DraftDiff } from '@gatehouse/contract/drafts.ts';
import type { MemberPermission } from '@gatehouse/contract/scopes.ts';
import type { Kysely } from 'kysely';
import { readControl } from '../../bundles/managed.ts';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { requireStillHeld } from '../../domain/still-held.ts';
import { isApprovedBy, listApprovals } from '../../drafts/approvals.ts';
import { findDraft, listRequests, lockOpenDraft, type StoredRequest } from '../../drafts/requests.ts';
import { callOf } from '../../drafts/rows.ts';
import { memberPermission } from '../../http/authenticate.ts';
import { mayCall } from '../../http/may-call.ts';
import { RequestError } from '../../request-error.ts';
import { withName } from './draft-authors.ts';
import { compareRequests } from './draft-diff.ts';
import type { DraftContext } from './draft-runs.ts';

/** For each request, the permissions of which a caller needs one. */
export const permissionsFor = (
  requests: readonly Pick<StoredRequest, 'method' | 'path'>[],
): (readonly MemberPermission[])[] =>
  requests.map(request => {
    const { method, permission } = callOf(request).row;
    return [memberPermission(method), permission as MemberPermission];
  });

type Context = Pick<DraftContext, 'tenant' | 'services'>;
type Wanted = { draftId: string; requests: readonly StoredRequest[]; fingerprint: string };

/** An approval counts for what it was given for, and while its author could make these changes. */
export const requireApproved = async (
  context: Context,
  tx: Write,
  { draftId, requests, fingerprint }: Wanted,
) => {
  const approvers: string[] = [];
  for (const { userId, ...approval } of await listApprovals(tx.db, draftId))
    if (approval.fingerprint === fingerprint && (await mayStillApprove(context, tx.db, userId, requests)))
      approvers.push(userId);
  if (!isApprovedBy(requests, approvers)) throw new RequestError('draft.needs_approval');
};

const mayStillApprove = async (
  { tenant, services }: Context,
  db: Kysely<Tables>,
  id: string,
  requests: readonly StoredRequest[],
) => {
  const needed = permissionsFor(requests);
  const managed = { tenantId: tenant.id, audience: audienceOf(services.env, tenant.id) };
  const account = { kind: 'user', id, scopes: new Set([allScope, ...needed.flat()]) };
  try {
    await requireStillHeld(db, managed, account, needed);
    return true;
  } catch (error) {
    if (error instanceof RequestError) return false;
    throw error;
  }
};

/** Only people approve, and only what they could do themselves. */
export const approve = async (context: DraftContext, id: string, fingerprint: string) => {
  const { tenant, services, origin, caller } = context;
  const requests = await tenant.database.read(async db => {
    await findDraft(db, id);
    return listRequests(db, services.vault, id);
  });
  const isAllowed = requests.every(request => mayCall(caller, callOf(request).row));
  if (caller.kind !== 'user' || !isAllowed) throw new RequestError('auth.forbidden');
  if (requests.every(({ author }) => author.id === caller.id)) throw new RequestError('draft.own_changes');
  const compared = await compareRequests(context, requests);
  if (compared.failure) throw new RequestError('draft.refused');
  if (compared.fingerprint !== fingerprint) throw new RequestError('draft.outdated_diff');
  await tenant.database.write(origin, async tx => {
    const { name } = await lockOpenDraft(tx, id);
    // Its requests are in the fingerprint, which is checked again when the draft is published.
    tx.object('draft', id, name);
    await tx.delete('draftApprovals', { draftId: id, userId: caller.id });
    await tx.insert('draftApprovals', { draftId: id, userId: caller.id, fingerprint });
  });
};

export const withdrawApproval = async (tx: Write, id: string, userId: string) => {
  const { name } = await lockOpenDraft(tx, id);
  const withdrawn = await tx.delete('draftApprovals', { draftId: id, userId });
  if (withdrawn.length === 0) throw new RequestError('entity.not_found');
  tx.object('draft', id, name);
};

type Compared = {
  draft: Pick<Draft, 'id' | 'publishedAt'>;
  requests: readonly StoredRequest[];
  fingerprint: string;
};

/** The approvals of a draft, and whether publishing it takes another one. */
export const describeApprovals = async (
  context: Context,
  { draft: { id, publishedAt }, requests, fingerprint }: Compared,
): Promise<Pick<DraftDiff, 'approvals' | 'approval'>> => {
  const { given, control } = await context.tenant.database.read(async db => ({
    given: await listApprovals(db, id),
    control: await readControl(db),
  }));
  const all = given.map(({ userId, createdAt, ...approval }) => ({
    author: { kind: 'user' as const, id: userId },
    createdAt,
    isCurrent: publishedAt !== null || approval.fingerprint === fingerprint,
  }));
  const current = all.flatMap(({ isCurrent, author }) => (isCurrent ? [author.id] : []));
  const isNeeded = publishedAt === null && control.approval !== 'none';
  return {
    approvals: await Promise.all(all.map(each => withName(context, each))),
    approval: isNeeded ? (isApprovedBy(requests, current) ? 'given' : 'needed') : 'notNeeded',
  };
};
