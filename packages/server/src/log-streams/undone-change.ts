import type { Write } from '../database/database.ts';
import { ChangeRefusedError } from '../database/revert.ts';
import type { ChangeEntry } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { isLedElsewhere } from '../domain/kept-secrets.ts';
import { openStream } from './streams.ts';

/** An undo brings an address back, but no secrets. Those of today were not entered for that address. */
export const refuseLedStreams = async ({ db }: Write, vault: Vault, entries: readonly ChangeEntry[]) => {
  for (const { table, key, before, after } of entries) {
    if (table !== 'log_streams' || !before || !after || !isLedElsewhere(before.config, after.config))
      continue;
    const row = await db
      .selectFrom('logStreams')
      .selectAll()
      .where('id', '=', String(key.id))
      .executeTakeFirstOrThrow();
    const { bearerToken, headers = {} } = openStream(row, vault).secrets;
    if (bearerToken || Object.keys(headers).length)
      throw new ChangeRefusedError('change.not_revertible', ['secrets']);
  }
};
