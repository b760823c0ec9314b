import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import { isWithinQuota, type QuotaKey } from '@gatehouse/contract/quota.ts';
import type { Kysely } from 'kysely';
import type { WriteGuard } from '../database/database.ts';
import { oneAtATime } from '../database/statement-settings.ts';
import type { ChangeEntry, Tables } from '../database/tables.ts';
import { audienceOf } from '../domain/management-audience.ts';
import type { Tenant } from '../domain/tenant.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { type Fields, isTurnedOn, type Limited, limited, type Params, type Switch } from './quota-table.ts';

/**
 * Refuses what the tenant's plan does not include, or no further one of. Self-hosted tenants have no plan. Asked before
 * the work; `guardQuota` counts again what was written meanwhile by others.
 */
export const checkQuota = async (
  keys: readonly QuotaKey[],
  tenant: Tenant,
  { env }: Pick<Services, 'env'>,
  { params, body }: { params: Record<string, string>; body: unknown },
) => {
  if (env.GATEHOUSE_EDITION !== 'cloud') return;
  const { planId } = await tenant.cached.standing();
  const fields = (body ?? {}) as Fields;
  for (const key of keys) {
    const { isAsked = () => true, count: countUsed, adds = () => 1 } = limited[key] ?? {};
    // A request without a body asks for the one thing that its row is about.
    if (body !== undefined && !isAsked(fields)) continue;
    const used = countUsed
      ? await tenant.database.read(db => countUsed(db, params, audienceOf(env, tenant.id)))
      : 0;
    const usage = used + Math.max(0, adds(fields) - 1);
    if (!isWithinQuota({ limit: quotaOfPlan(planId)[key], usage, isStrict: true }))
      throw limitExceeded(planId, key);
  }
};

/**
 * Refuses a write after which there would be more of something than the plan includes, or a feature on that it lacks,
 * whatever way it came in: what an undo, an import or a job brings counts too. One write at a time for each limit.
 */
export const guardQuota =
  (env: Services['env']): WriteGuard =>
  async (db, tenantId, entries) => {
    if (tenantId === adminTenantId) return;
    const grown = new Map<string, { key: QuotaKey; params: Params }>();
    const features = new Set<QuotaKey>();
    for (const entry of entries)
      for (const [key, { rows, switches = [] }] of Object.entries(limited) as [QuotaKey, Limited][]) {
        if (switches.some(each => turnsOn(each, entry))) features.add(key);
        const params = rows && grows(rows, entry);
        if (params) grown.set(JSON.stringify([tenantId, key, params]), { key, params });
      }
    if (!grown.size && !features.size) return;
    const { planId } = await lockPlan(db);
    for (const key of features)
      if (!isWithinQuota({ limit: quotaOfPlan(planId)[key], usage: 0 })) throw limitExceeded(planId, key);
    // In order, so that two writers never wait for each other.
    for (const [name, { key, params }] of [...grown].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const limit = quotaOfPlan(planId)[key];
      if (limit === null) continue;
      const usage = await oneAtATime(`quota ${name}`, () =>
        limited[key]!.count!(db, params, audienceOf(env, tenantId)),
      );
      if (!isWithinQuota({ limit, usage })) throw limitExceeded(planId, key);
    }
  };

/** The parameters for counting if the write adds one of this kind. */
const grows = (
  { table, isOne = () => true, params }: NonNullable<Limited['rows']>,
  { table: written, before, after }: ChangeEntry,
): Params | undefined => {
  if (table !== written || !after || !isOne(after) || (before && isOne(before))) return undefined;
  return params?.(after) ?? {};
};

const turnsOn = (
  { table, columns, isOne = () => true, isOn = isTurnedOn }: Switch,
  { table: written, before, after }: ChangeEntry,
) =>
  table === written &&
  after !== null &&
  isOne(after) &&
  columns.some(
    column => isOn(after[column]) && JSON.stringify(before?.[column]) !== JSON.stringify(after[column]),
  );

/** The plan cannot become smaller between the count and the end of the write. */
const lockPlan = (db: Kysely<Tables>) =>
  db.selectFrom('tenants').select('planId').forShare().executeTakeFirstOrThrow();

export const limitExceeded = (planId: string, ...keys: [QuotaKey, ...QuotaKey[]]) => {
  const quota = quotaOfPlan(planId);
  const exceeded = Object.fromEntries(keys.map(key => [key, quota[key]]));
  return new RequestError('subscription.limit_exceeded', { data: { key: keys[0], exceeded } });
};
