import { type BulkKind, userFilter } from '@gatehouse/contract/user-jobs.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Write } from '../database/database.ts';
import type { IsStillAllowed } from '../domain/job-authors.ts';
import { deleteUser, suspendUser } from '../domain/suspend-user.ts';
import { countMatches, readUsersAfter, splitFilter } from '../domain/user-list.ts';
import { addRoles, missingRoles } from '../domain/user-roles.ts';
import type { UserRow } from '../domain/user-row.ts';
import { nameOfUser } from '../domain/users.ts';
import { errorBody, toRequestError } from '../http/errors.ts';
import { defineJob } from '../jobs/job.ts';
import { RequestError } from '../request-error.ts';
import { add, keepResults, progressOf, type Result, withoutAuthor } from './progress.ts';

const stepSize = 50;

const bulkFields = z.object({
  kind: z.enum(['suspend', 'reactivate', 'delete', 'assign-roles']),
  roleIds: z.array(z.string()).optional(),
  userIds: z.array(z.string()).optional(),
  filter: userFilter.optional(),
  /** The author: a bulk change skips the user who started it. */
  callerId: z.string(),
  /** Users who are created later are not included. */
  before: z.number(),
  language: z.string(),
});
/** A job without a target changes no users: erasing a user removes a filter that names them. */
const bulkData = bulkFields.refine(({ userIds, filter }) => userIds !== undefined || filter !== undefined, {
  error: 'The search of this job named a user who was erased.',
});
type BulkData = z.infer<typeof bulkData>;

/** Does the same to many users in batches; after a restart it continues with the next batch. */
export const createBulkJob = (database: Database, isStillAllowed: IsStillAllowed) =>
  defineJob({
    name: 'users.bulk',
    data: bulkData,
    width: 2,
    maximumAttempts: 50,
    isKept: true,
    async run({ id, tenantId, data, author, progress: stored, signal, advance }) {
      const tenant = database.tenant(tenantId);
      let progress = progressOf(stored);
      if (progress.total === null)
        progress = { ...progress, total: await tenant.read(db => countTargets(db, data)) };
      let isOver = false;
      while (!isOver) {
        if (signal.aborted) return { againAt: 0 };
        if (!(await isStillAllowed(author, { tenantId, permission: 'users:write' }))) return withoutAuthor;
        await advance(async tx => {
          const users = await nextTargets(tx, data, progress.cursor ?? '');
          isOver = users.length < stepSize;
          const results: Result[] = [];
          for (const user of users)
            results.push(await treat(tx, user, { ...data, row: progress.done + results.length + 1 }));
          await keepResults(tx, id, results);
          tx.object('user-job', String(id), data.kind);
          progress = { ...add(progress, results), cursor: users.at(-1)?.id ?? progress.cursor };
          return progress;
        });
      }
      return undefined;
    },
  });

type Reader = Parameters<typeof countMatches>[0];

const targetsOf = ({ userIds, filter = {}, before }: BulkData) => {
  const { search, conditions } = splitFilter(filter);
  return {
    search,
    conditions: [
      sql<boolean>`created_at <= ${new Date(before)}`,
      ...(userIds ? [sql<boolean>`id = any(${userIds})`] : []),
      ...conditions,
    ],
  };
};

const countTargets = (db: Reader, data: BulkData) => {
  const { search, conditions } = targetsOf(data);
  return countMatches(db, search, conditions);
};

const nextTargets = (tx: Write, data: BulkData, after: string) => {
  const { search, conditions } = targetsOf(data);
  return readUsersAfter(tx.db, search, { after, limit: stepSize, conditions });
};

const treat = async (tx: Write, user: UserRow, data: BulkData & { row: number }): Promise<Result> => {
  const result = { row: data.row, subject: (nameOfUser(user) ?? user.id).slice(0, 256), userId: user.id };
  try {
    const isChanged = await actions[data.kind](tx, user, data);
    return { ...result, outcome: isChanged ? 'updated' : 'skipped', message: null };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { message, details } = await errorBody(toRequestError(error), data.language);
    return { ...result, outcome: 'failed', message: details ?? message };
  }
};

/** Each tells whether there was anything to do. */
const actions: Record<BulkKind, (tx: Write, user: UserRow, data: BulkData) => Promise<boolean>> = {
  async suspend(tx, user, { callerId }) {
    if (user.id === callerId) throw new RequestError('user.cannot_suspend_self');
    if (!user.isSuspended) await suspendUser(tx, user.id, true);
    return !user.isSuspended;
  },
  async reactivate(tx, user) {
    if (user.isSuspended) await suspendUser(tx, user.id, false);
    return user.isSuspended;
  },
  async delete(tx, user, { callerId }) {
    if (user.id === callerId) throw new RequestError('user.cannot_delete_self');
    await deleteUser(tx, user);
    return true;
  },
  async 'assign-roles'(tx, user, { roleIds = [] }) {
    const missing = await missingRoles(tx.db, user.id, roleIds);
    await addRoles(tx, user.id, missing);
    return missing.length > 0;
  },
};
