import type { Write } from '../database/database.ts';
import type { ChangeEntry } from '../database/tables.ts';

/**
 * A domain may have a new owner since it was deleted, and the edge network no longer knows it. One that an undo brings
 * back is a claim like a new one: its records are looked at before it leads anywhere.
 */
export const doubtUndoneDomains = async (tx: Write, entries: readonly ChangeEntry[]) => {
  for (const { table, before, after } of entries) {
    if (table !== 'domains' || before || !after) continue;
    await tx.db
      .updateTable('domains')
      .set({ status: 'PendingVerification', problems: [], cloudflareData: null, checkedAt: null })
      .where('id', '=', String(after.id))
      .execute();
  }
};
