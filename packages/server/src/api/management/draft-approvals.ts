import { configurationControl } from '@gatehouse/contract/configuration-control.ts';
import { adminTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { Draft, DraftDiff } from '@gatehouse/contract/drafts.ts';
import type { MemberPermission } from '@gatehouse/contract/scopes.ts';
import type { Kysely } from 'kysely';
import { readControl } from '../../bundles/managed.ts';
import type { Write } from '../../database/database.ts';
import { inOtherTenant } from '../../database/other-tenant.ts';
import type { Tables } from '../../database/tables.ts';
import { requireHeld } from '../../domain/tenant-members.ts';
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

/** A change of the rule itself is approved by someone who may choose it. */
const permissionsToApprove = (requests: readonly StoredRequest[]): (readonly MemberPermission[])[] => {
  const isAboutRule = requests.some(request => callOf(request).row === configurationControl.update);
  return [...permissionsFor(requests), ...(isAboutRule ? [['manage:tenant'] as const] : [])];
};

/** An approval counts for what it was given for, and while its author could make these changes. */
export const requireApproved = async (
  context: Context,
  tx: Write,
  { draftId, requests, fingerprint }: Wanted,
) => {
  const approvers: string[] = [];
  for (const { userId, ...approval } of await listApprovals(tx.db, draftId))
    if (approval.fingerprint === fingerprint && (await mayApprove(context, tx.db, userId, requests)))
      approvers.push(userId);
  if (!isApprovedBy(requests, approvers)) throw new RequestError('draft.needs_approval');
};

/** As of the open transaction. Only members approve: an account that is suspended, or has left, does not count. */
const mayApprove = async (
  { tenant }: Context,
  db: Kysely<Tables>,
  id: string,
  requests: readonly StoredRequest[],
) => {
  const needed = permissionsToApprove(requests);
  const member = { kind: 'user', id, scopes: new Set(needed.flat()) };
  try {
    const held = await inOtherTenant(db, adminTenantId, () =>
      requireHeld(db, tenant.id, member, ...needed.flat()),
    );
    return needed.every(oneOf => oneOf.some(permission => held.has(permission)));
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
    if (!(await mayApprove(context, tx.db, caller.id, requests))) throw new RequestError('auth.forbidden');
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

/** As of the permissions that are cached: the approval itself looks at the latest. */
const couldApprove = async (
  { tenant, services, caller }: Pick<DraftContext, 'tenant' | 'services' | 'caller'>,
  requests: readonly StoredRequest[],
) => {
  if (caller.kind !== 'user' || requests.every(({ author }) => author.id === caller.id)) return false;
  const admin = await services.tenants.admin();
  const organizationId = tenantOrganizationId(tenant.id);
  const { scopes } = await admin.cached.membership(organizationId, { kind: 'user', id: caller.id });
  const needed = permissionsToApprove(requests);
  return needed.every(oneOf => oneOf.some(permission => scopes.has(permission)));
};

/** The approvals of a draft, whether publishing it takes another one, and whether the caller could give it. */
export const describeApprovals = async (
  context: Pick<DraftContext, 'tenant' | 'services' | 'caller'>,
  { draft: { id, publishedAt }, requests, fingerprint }: Compared,
): Promise<Pick<DraftDiff, 'approvals' | 'approval' | 'mayApprove'>> => {
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
    mayApprove: isNeeded && (await couldApprove(context, requests)),
  };
};
