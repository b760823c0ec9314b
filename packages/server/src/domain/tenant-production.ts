import { developmentUsers, isPaidPlan, planIds } from '@gatehouse/contract/plans.ts';
import { type Kysely, sql } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { consoleConfigKey, updateConsoleConfig } from './console-config.ts';
import { tellTenantChanged } from './tenant-lifecycle.ts';

/** Whether a development tenant is used like one in production: it has a custom domain, or real users. */
export const isReadyForProduction = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ isReady: boolean }>`
    select exists (select from domains where application_id is null) or
      (select count(*) from (select from users where last_sign_in_at is not null limit ${developmentUsers + 1}) signed_in)
        > ${developmentUsers} as is_ready
    from tenants where tag = 'development'`.execute(db);
  return rows[0]?.isReady ?? false;
};

type Move = {
  tenantId: string;
  planId: string;
  /** Throws when the plan does not include what the tenant uses. No other write adds to it meanwhile. */
  requireFit?(db: Kysely<Tables>): Promise<void>;
};

/** Turns a development tenant into one for real users. Its members hear of it once. False: it was none. */
export const moveToProduction = async (tx: Write, { tenantId, planId, requireFit }: Move) => {
  const { tag, name } = await tx.db
    .selectFrom('tenants')
    .select(['tag', 'name'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (tag !== 'development') return false;
  await requireFit?.(tx.db);
  await tx.update('tenants', { id: tenantId }, { tag: 'production', planId });
  await updateConsoleConfig(tx, {
    developmentTenantMigrationNotification: { isPaidTenant: isPaidPlan(planId), tag: 'production' },
  });
  tx.object('config', tenantId, name);
  return true;
};

/** Takes back a move for which the account turned out to have no room; of its notice, see `unsayMove`. */
export const takeBackMove = async (db: Kysely<Tables>, tenantId: string) => {
  const back = { tag: 'development', planId: planIds.development };
  await db.updateTable('tenants').set(back).where('id', '=', tenantId).execute();
  await tellTenantChanged(db, tenantId);
};

export const unsayMove = async (tx: Write) => {
  await updateConsoleConfig(tx, { developmentTenantMigrationNotification: undefined });
  tx.object('config', consoleConfigKey);
};
