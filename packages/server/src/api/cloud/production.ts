import { excessOf } from '@gatehouse/contract/usage.ts';
import type { Kysely } from 'kysely';
import type { Origin } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { loadStanding } from '../../domain/tenant-cache.ts';
import { forgetTenant, keepFreeTenant, requireRoomForFreeTenant } from '../../domain/tenant-lifecycle.ts';
import { countMembers } from '../../domain/tenant-members.ts';
import { moveToProduction, takeBackMove, unsayMove } from '../../domain/tenant-production.ts';
import { findFullPlan } from '../../domain/tenant-room.ts';
import { countUsage, usageOfTenants } from '../../domain/tenant-usage.ts';
import { viewSubscription } from '../../domain/tenant-view.ts';
import { limitExceeded } from '../../http/quota.ts';
import type { Services } from '../../services.ts';

type Move = { tenantId: string; planId: string; services: Services; admin: Tenant };

/** Refuses a plan that does not include what a development tenant uses already, with all of it that is too much. */
export const requireFittingPlan = async (move: Move) => {
  const requireFit = await prepareFit(move);
  await move.services.database.tenant(move.tenantId).read(requireFit);
};

/** Members and tokens are counted outside of the tenant, the rest when it is asked. */
const prepareFit = async ({ tenantId, planId, services, admin }: Move) => {
  const { database, env, payments, usage } = services;
  const members = await admin.database.read(db => countMembers(db, tenantId));
  await usage.flush();
  const { currentPeriodStart } = viewSubscription(planId, undefined, payments.now());
  const used = await usageOfTenants(database, [tenantId], Date.parse(currentPeriodStart));
  const { activeUsers: mauLimit, tokenUsage: tokenLimit } = used(tenantId);
  return async (db: Kysely<Tables>) => {
    const counted = await countUsage(db, audienceOf(env, tenantId));
    const excess = excessOf(planId, { ...counted, tenantMembersLimit: members, mauLimit, tokenLimit });
    const [first, ...others] = excess;
    if (first) throw limitExceeded(planId, first, ...others);
  };
};

/** On the free plan, if the account has room for one more of those. Twice is once. */
export const moveToFree = async ({ userId, origin, ...move }: Move & { userId: string; origin: Origin }) => {
  const { tenantId, planId, services } = move;
  const { database } = services;
  const own = database.tenant(tenantId);
  if ((await own.read(loadStanding)).tag !== 'development') return;
  await requireRoomForFreeTenant(database, userId);
  const requireFit = await prepareFit(move);
  const isMoved = await own.write(origin, tx => moveToProduction(tx, { tenantId, planId, requireFit }));
  if (!isMoved) return;
  const giveWay = (db: Kysely<Tables>) => takeBackMove(db, tenantId);
  const keep = async () => {
    await keepFreeTenant(database, userId, tenantId, giveWay);
    if (!(await findFullPlan(database, tenantId, giveWay))) return;
    forgetTenant(database, tenantId);
    throw limitExceeded(planId, 'tenantMembersLimit');
  };
  await keep().catch(async error => {
    await own.write(origin, unsayMove);
    throw error;
  });
};
