import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Database } from '../database/database.ts';
import { systemOrigin } from '../domain/origins.ts';
import { setSuspended } from './billing.ts';
import { checkoutMs } from './gateway.ts';
import type { Sandbox } from './sandbox.ts';

/** The time between a missed payment and the suspension of the tenant. */
export const graceDays = 14;

type Dependencies = { database: Database; now(): number; sandbox: Sandbox | undefined };

/** Everything about payments that happens because time passes. It can run at any time, and twice. */
export const runBilling = async ({ database, now, sandbox }: Dependencies) => {
  await expireCheckouts(database, now());
  await sandbox?.renewDue();
  await suspendOverdue(database, now());
};

const expireCheckouts = (database: Database, now: number) =>
  database.tenant(adminTenantId).write(systemOrigin('billing'), async ({ db }) => {
    await db
      .updateTable('checkoutSessions')
      .set({ status: 'expired' })
      .where('status', '=', 'open')
      .where('createdAt', '<', now - checkoutMs)
      .execute();
  });

const suspendOverdue = (database: Database, now: number) =>
  database.system(async db => {
    const overdue = await db
      .selectFrom('subscriptions')
      .select('tenantId')
      .where('pastDueSince', '<=', now - graceDays * dayMs)
      .execute();
    for (const { tenantId } of overdue) await setSuspended(db, tenantId, true);
  });
