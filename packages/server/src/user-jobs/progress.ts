import type { UserJobResult } from '@gatehouse/contract/user-jobs.ts';
import type { Write } from '../database/database.ts';
import type { JsonObject } from '../database/row-types.ts';

export type Progress = {
  total: number | null;
  done: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** The start of the next step. */
  cursor?: string;
};

export const progressOf = (stored: JsonObject): Progress => ({
  total: null,
  done: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  ...stored,
});

/** The outcome of a job whose author may no longer change users, or perhaps was another with a stolen token. */
export const withoutAuthor = {
  cancelledBecause: 'The author no longer has the permission for it, or has changed the password.',
};

/** The result for one line or user. */
export type Result = Omit<UserJobResult, 'id'>;

/** Counts what a step has done. */
export const add = (progress: Progress, results: readonly Result[]): Progress => {
  const next = { ...progress, done: progress.done + results.length };
  for (const { outcome } of results) next[outcome] += 1;
  return next;
};

/** Writes down what became of each, with the step itself. */
export const keepResults = async (tx: Write, jobId: number, results: readonly Result[]) => {
  if (results.length === 0) return;
  const sealer = await tx.sealer({
    subjects: results.flatMap(({ userId }) => userId ?? []),
    identifiers: results.flatMap(({ userId, subject }) => (userId === null && subject ? subject : [])),
  });
  const rows = results.map(({ row, subject, message, ...result }) => {
    const person = result.userId ?? (subject ? sealer.identifierSubject(subject) : undefined);
    const sealed = (text: string) => (person === undefined ? text : (sealer.seal(person, text) ?? ''));
    return {
      jobId,
      rowNumber: row,
      ...result,
      subject: sealed(subject),
      message: message === null ? null : sealed(message),
      isSealed: true,
    };
  });
  await tx.db.insertInto('jobResults').values(rows).execute();
};
