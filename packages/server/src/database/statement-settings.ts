import { AsyncLocalStorage } from 'node:async_hooks';
import type { StatementAhead } from './preceded-query.ts';

const statementSettings = new AsyncLocalStorage<StatementAhead>();

/** The settings to send ahead of every statement of the current work. */
export const currentSettings = () => statementSettings.getStore();

/** A page of many rows is best read from an index, even where the whole table would fit into the memory. */
const listSettings = [
  "set_config('plan_cache_mode', 'force_custom_plan', true)",
  "set_config('random_page_cost', '1.1', true)",
  "set_config('work_mem', '16MB', true)",
].join(', ');

/** Runs work whose statements are planned for their own values: how far a page is from the beginning decides the plan. */
export const plannedForLists = <T>(work: () => Promise<T>) =>
  currentSettings()
    ? work()
    : statementSettings.run({ name: 'for_lists', text: `select ${listSettings}`, values: [] }, work);

/** The same, stopped when it takes too long: for searches, where a pattern decides how much work it is. */
export const withinTime = <T>(milliseconds: number, work: () => Promise<T>) =>
  statementSettings.run(
    {
      name: 'within_time',
      text: `select set_config('statement_timeout', $1, true), ${listSettings}`,
      values: [String(milliseconds)],
    },
    work,
  );

/**
 * Runs statements that count before they write: each waits, up to the end of its transaction, for those of other processes
 * with the same key, and sees what they have written. The lock travels with the statement and costs no round trip.
 */
export const oneAtATime = <T>(key: string, work: () => Promise<T>) =>
  statementSettings.run(
    { name: 'one_at_a_time', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [key] },
    work,
  );
