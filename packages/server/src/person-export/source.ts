import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { UserRow } from '../domain/user-row.ts';
/** One thing that is stored about a person, without anything that would let its reader pass as them. */
export type Item = Record<string, unknown>;

/** Whom an export is about, and where it reads. */
export type Source = {
  tenant: Tenant;
  vault: Vault;
  user: UserRow;
  /** Addresses that belong to the user for certain: others may have had those of before, or type any. */
  addresses: readonly string[];
  usernames: readonly string[];
};

export type PartReader = (source: Source) => AsyncIterable<Item>;

export const batchSize = 500;

/** Reads row by row in short transactions: however much there is, one batch is in memory. */
export async function* inBatches<Place, Row extends Place>(
  { tenant }: Source,
  read: (db: Kysely<Tables>, last: Place | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const rows: Row[] = await tenant.database.read(db => read(db, last));
    yield* rows;
    last = rows.length < batchSize ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** Reads a part that is small enough for a single query. */
export const atOnce = (read: (db: Kysely<Tables>, source: Source) => Promise<Item[]>): PartReader =>
  async function* (source) {
    yield* await source.tenant.database.read(db => read(db, source));
  };

export const timeOf = (milliseconds: number | null | undefined) =>
  milliseconds == null ? null : new Date(milliseconds).toISOString();

export const secondsOf = (seconds: unknown) => (typeof seconds === 'number' ? timeOf(seconds * 1000) : null);
