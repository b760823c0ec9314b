import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { StoredRequest } from './requests.ts';

/** A member approves exactly the differences with this fingerprint. */
type Approval = { userId: string; fingerprint: string; createdAt: number };

/** In the order in which they were given. */
export const listApprovals = (db: Kysely<Tables>, draftId: string): Promise<Approval[]> =>
  db
    .selectFrom('draftApprovals')
    .select(['userId', 'fingerprint', 'createdAt'])
    .where('draftId', '=', draftId)
    .orderBy('createdAt')
    .execute();

/**
 * Two people stand for every request: the member who added it and another one, or two members where a machine added it.
 * Otherwise, a member who can use a machine would be two.
 */
export const isApprovedBy = (
  requests: readonly Pick<StoredRequest, 'author'>[],
  userIds: readonly string[],
) =>
  requests.every(({ author }) => {
    const others = userIds.filter(id => id !== author.id);
    return others.length >= (author.kind === 'user' ? 1 : 2);
  });

/** Publishing drops the approvals of something else, so those that are left were given for what went live. */
export const isPublishedWithApproval = async (db: Kysely<Tables>, changeId: string) => {
  const draft = await db
    .selectFrom('drafts')
    .select('id')
    .where('changeId', '=', changeId)
    .executeTakeFirst();
  if (!draft) return false;
  const requests = await db
    .selectFrom('draftRequests')
    .select('author')
    .where('draftId', '=', draft.id)
    .execute();
  const approvals = await listApprovals(db, draft.id);
  return isApprovedBy(
    requests,
    approvals.map(({ userId }) => userId),
  );
};
