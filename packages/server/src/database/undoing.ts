import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Work<T> = (db: Kysely<Tables>) => Promise<T>;

/** Does work in a transaction, up to its last statement, and undoes it. */
export const undoing = async <T>(
  transaction: (work: Work<never>) => Promise<never>,
  work: Work<{ result: T }>,
): Promise<T> => {
  const done: T[] = [];
  const undo = new Error('This transaction was only tried.');
  await transaction(async db => {
    done.push((await work(db)).result);
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return done[0]!;
};
