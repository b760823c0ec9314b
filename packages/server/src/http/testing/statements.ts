import type { TestApp } from './app.ts';

const tries = 6;

/** Counts the statements of some work. The least of several tries, because background work sends statements too. */
export const leastStatements = async (
  { database }: Pick<TestApp, 'database'>,
  work: () => Promise<unknown>,
) => {
  const counts: number[] = [];
  for (let count = 0; count < tries; count += 1) {
    const before = database.queryCount();
    await work();
    counts.push(database.queryCount() - before);
  }
  return Math.min(...counts);
};
