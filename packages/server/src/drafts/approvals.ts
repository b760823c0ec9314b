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

/** Every request is approved by a member other than the one who added it. */
export const isApprovedBy = (
  requests: readonly Pick<StoredRequest, 'author'>[],
  userIds: readonly string[],
) => requests.every(({ author }) => userIds.some(id => id !== author.id));
