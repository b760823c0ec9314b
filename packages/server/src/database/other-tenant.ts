import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Looks into another tenant from inside an open transaction, for rights that must hold until its commit. */
export const inOtherTenant = async <T>(
  db: Kysely<Tables>,
  tenantId: string,
  work: () => Promise<T>,
): Promise<T> => {
  const { rows } = await sql<{ own: string }>`select current_setting('app.tenant') as own`.execute(db);
  const enter = (id: string) => sql`select set_config('app.tenant', ${id}, true)`.execute(db);
  await enter(tenantId);
  const result = await work().catch(async (error: unknown) => {
    // After a refusal, the transaction continues. After an error of the database, it takes no more statements.
    await enter(rows[0]!.own).catch(() => undefined);
    throw error;
  });
  await enter(rows[0]!.own);
  return result;
};
