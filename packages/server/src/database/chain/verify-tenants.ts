import type { Database } from '../database.ts';
import type { Place } from './read.ts';
import { type ChainReport, verifyChain } from './verify.ts';

export type VerifyInput = {
  /** One tenant instead of all. */
  tenantId?: string;
  expected?: Place;
  last?: number;
};

/** One report for each tenant, in the order of their IDs; none when there is no such tenant. */
export const verifyTenants = async (database: Database, { tenantId, ...wanted }: VerifyInput) => {
  const tenants = await database.system(db =>
    db
      .selectFrom('tenants')
      .select('id')
      .$if(tenantId !== undefined, query => query.where('id', '=', tenantId!))
      .orderBy('id')
      .execute(),
  );
  const reports: ChainReport[] = [];
  for (const { id } of tenants) reports.push(await verifyChain(database, { tenantId: id, ...wanted }));
  return reports;
};
