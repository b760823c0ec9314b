import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Looks into another tenant from inside an open transaction, for rights that must hold until its commit. An error undoes
 * the transaction, and so leaves nothing to set back.
 */
export const inOtherTenant = async <T>(
  db: Kysely<Tables>,
  tenantId: string,
  work: () => Promise<T>,
): Promise<T> => {
  const { rows } = await sql<{ own: string }>`select current_setting('app.tenant') as own`.execute(db);
  const enter = (id: string) => sql`select set_config('app.tenant', ${id}, true)`.execute(db);
  await enter(tenantId);
  const result = await work();
  await enter(rows[0]!.own);
  return result;
};
