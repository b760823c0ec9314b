import type { Environment } from '../env.ts';
export type Check = {
  name: string;
  /** For all unless said. */
  edition?: Environment['GATEHOUSE_EDITION'];
  run(env: Environment): Promise<Finding>;
};

/** The result of a check. `fix` says what to do about it. */
export type Finding = { status: 'good' | 'warning' | 'bad'; found: string; fix?: string };

/** A check that needs the database, which could not be opened: its own check says why and what to do. */
export class NotCheckedError extends Error {}
