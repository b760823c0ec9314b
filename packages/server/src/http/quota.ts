import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import { isWithinQuota, type QuotaKey } from '@gatehouse/contract/quota.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../domain/request-error.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Services } from './services.ts';

type Count = (db: Kysely<Tables>, params: Record<string, string>) => Promise<number>;

/** How many of a counted thing a tenant has. Keys without a counter are not limited by number yet. */
const usage: Partial<Record<QuotaKey, Count>> = {
  applicationsLimit: db => count(db, 'applications'),
  resourcesLimit: db => count(db, 'resources'),
  scopesPerResourceLimit: (db, { resourceId = '' }) => count(db, 'scopes', { resourceId }),
  userRolesLimit: db => count(db, 'roles', { type: 'User' }),
  scopesPerRoleLimit: (db, { id = '' }) => count(db, 'rolesScopes', { roleId: id }),
  organizationsLimit: db => count(db, 'organizations'),
  hooksLimit: db => count(db, 'hooks'),
  customDomainsLimit: db => count(db, 'domains'),
  enterpriseSsoLimit: db => count(db, 'ssoConnectors'),
  samlApplicationsLimit: db => count(db, 'applications', { type: 'SAML' }),
};

/** Self-hosted tenants have no plan: everything is allowed. */
export const checkQuota = async (
  key: QuotaKey,
  tenant: Tenant,
  { env }: Pick<Services, 'env'>,
  params: Record<string, string>,
) => {
  if (env.GATEHOUSE_EDITION !== 'cloud') return;
  const { planId } = await tenant.cached.standing();
  const counter = usage[key];
  const used = counter ? await tenant.database.read(db => counter(db, params)) : 0;
  if (!isWithinQuota({ limit: quotaOfPlan(planId)[key], usage: used, isCloud: true, isStrict: true })) {
    throw new RequestError('subscription.limit_exceeded', { data: { key } });
  }
};

type CountedTable =
  | 'applications'
  | 'domains'
  | 'hooks'
  | 'organizations'
  | 'resources'
  | 'roles'
  | 'rolesScopes'
  | 'scopes'
  | 'ssoConnectors';

const count = async (db: Kysely<Tables>, table: CountedTable, where: Record<string, string> = {}) => {
  let query = db.selectFrom(table).select(eb => eb.fn.countAll<number>().as('count'));
  for (const [column, value] of Object.entries(where))
    query = query.where(db.dynamic.ref(column), '=', value);
  return (await query.executeTakeFirstOrThrow()).count;
};
