import type pg from 'pg';
import type { Replicas } from './replicas.ts';

/** An open way to a database, whichever it is. */
export type Connections = {
  pool: pg.Pool;
  migrate: () => Promise<string[]>;
  /** Whether a pooler gives each transaction a different session, so that session state is lost. */
  isPooled: boolean;
  replicas?: Replicas | undefined;
  close: () => Promise<void>;
};
