import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { oneAtATime } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';
import type { RequestError } from '../request-error.ts';
import { countMembers } from './tenant-members.ts';

/** The number of members the plan allows (null for any number), and the error when it is reached. */
export type Room = { limit: number | null; refusal(): RequestError };

const countOneAtATime = (db: Kysely<Tables>, tenantId: string) =>
  oneAtATime(`members of ${tenantId}`, () => countMembers(db, tenantId));

/** Invited users count, too: the last seat of a plan is given away once, even to concurrent requests. */
export const requireRoom = async (
  db: Kysely<Tables>,
  { tenantId, room: { limit, refusal } }: { tenantId: string; room: Room },
  more: number,
) => {
  if (limit === null) return;
  const taken = await countOneAtATime(db, tenantId);
  if (taken + more > limit) throw refusal();
};

/**
 * The plan, if the members no longer fit into it. They belong to the admin tenant and the plan to the tenant itself, so
 * no transaction of one of the two sees both. Invitations and smaller plans therefore look again when they are written,
 * one at a time: of two that do not go together, the later gives way.
 */
export const findFullPlan = (
  database: Database,
  tenantId: string,
  giveWay: (db: Kysely<Tables>) => Promise<unknown> = async () => undefined,
) =>
  database.system(async db => {
    const taken = await countOneAtATime(db, tenantId);
    const { planId } = await db
      .selectFrom('tenants')
      .select('planId')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const limit = quotaOfPlan(planId).tenantMembersLimit;
    if (limit === null || taken <= limit) return undefined;
    await giveWay(db);
    return planId;
  });
