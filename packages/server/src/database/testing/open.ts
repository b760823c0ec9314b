import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../database.ts';
import { type DatabaseOptions, openDatabase } from '../open.ts';
import { createVault } from '../vault.ts';
import { createTestDatabase, urlOfDatabase } from './postgresql.ts';

export const testVault = createVault(Buffer.alloc(32, 7));

/** For suites about what the databases do differently: parallel requests, transactions, storage, searching and sorting. */
export const databaseKinds: Array<Database['kind']> = ['embedded', 'postgresql'];

/**
 * For other suites. Both databases run the same SQL, and PostgreSQL takes about half the time. A release runs these
 * suites on both.
 */
export const anyDatabase: Array<Database['kind']> = process.env.EVERY_DATABASE
  ? databaseKinds
  : ['postgresql'];

export type TestDatabase = Database & {
  /** Opens the same database again, as another process would. */
  options: DatabaseOptions;
  /** For what lives beside the database: the vault's key, uploads. */
  dataDir: string;
};

/** The source to copy instead of the migrated tables alone: a database of the server, or a data directory. */
export type CopiedFrom = { database?: string; directory?: string };

/** A fresh, migrated database; closing it removes it. */
export const openTestDatabase = async (
  kind: Database['kind'],
  copied: CopiedFrom = {},
): Promise<TestDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  if (copied.directory) cpSync(copied.directory, dataDir, { recursive: true });
  const place =
    kind === 'embedded'
      ? { dispose: async () => undefined }
      : await createTestDatabase(inject('postgresqlUrl'), copied.database);
  const options = { ...('url' in place ? addressOf(place.url) : {}), dataDir, vault: testVault };
  const database = await openDatabase(options);
  return {
    ...database,
    options,
    dataDir,
    async close() {
      await database.close();
      await place.dispose();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const addressOf = (url: string) => {
  const pooler = inject('poolerUrl');
  if (!pooler) return { url };
  return { url: urlOfDatabase(pooler, new URL(url).pathname.slice(1)), directUrl: url };
};
