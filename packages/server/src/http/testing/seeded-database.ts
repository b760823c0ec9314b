import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open.ts';
import { type CopiedFrom, openTestDatabase, testVault } from '../../database/testing/open.ts';
import { createPreparedDatabase } from '../../database/testing/postgresql.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { seedTenants } from '../../domain/seed.ts';
import type { Environment } from '../../env.ts';

type Seeded = { asked: number; prepared?: Promise<CopiedFrom> };

const seeded = new Map<string, Seeded>();

/**
 * A fresh database for a server of this edition, with the tenants that it would put in itself at its start: to copy them
 * takes a fifth of the time. It pays from the second database of a kind that a worker needs; the first has the tables alone.
 */
export const openSeededDatabase = async (kind: Database['kind'], env: Environment) => {
  const isCloud = env.GATEHOUSE_EDITION === 'cloud';
  const key = JSON.stringify([kind, isCloud, env.GATEHOUSE_MANAGEMENT_AUDIENCE]);
  const known = seeded.get(key) ?? { asked: 0 };
  seeded.set(key, known);
  known.asked += 1;
  if (known.asked === 1) return openTestDatabase(kind);
  known.prepared ??= prepare(kind, database =>
    seedTenants(database, testVault, { audienceOf: id => audienceOf(env, id), isCloud }),
  );
  return openTestDatabase(kind, await known.prepared);
};

const prepare = async (
  kind: Database['kind'],
  seed: (database: Database) => Promise<void>,
): Promise<CopiedFrom> => {
  const { copied, options } = await placeFor(kind);
  const database = await openDatabase({ ...options, vault: testVault });
  await seed(database);
  await database.close();
  return copied;
};

const placeFor = async (kind: Database['kind']) => {
  if (kind === 'embedded') {
    const directory = await mkdtemp(join(inject('preparedDirectory'), 'embedded-'));
    return { copied: { directory }, options: { dataDir: directory } };
  }
  const { name, url } = await createPreparedDatabase(inject('postgresqlUrl'));
  return { copied: { database: name }, options: { url } };
};
