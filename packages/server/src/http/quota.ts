import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import { isWithinQuota, type QuotaKey } from '@gatehouse/contract/quota.ts';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { factoryIdsOf } from '../connectors/catalogue.ts';
import type { WriteGuard } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { oneAtATime } from '../database/transactions.ts';
import { RequestError } from '../domain/request-error.ts';
import { loadStanding, type Tenant } from '../domain/tenant.ts';
import { audienceOf, type Services } from './services.ts';

type Fields = Record<string, unknown>;

type Params = Record<string, string>;

/** What a plan limits: whether a request asks for it at all, how many there are, and how many the request adds. */
type Limited = {
  isAsked?(body: Fields): boolean;
  count?(db: Kysely<Tables>, params: Params, ownApi: string): Promise<number>;
  adds?(body: Fields): number;
  /** The rows that are counted, as a write records them. */
  rows?: { table: string; isOne?(row: Fields): boolean; params?(row: Fields): Params };
};

const limited: Partial<Record<QuotaKey, Limited>> = {
  applicationsLimit: {
    isAsked: body => body.type !== 'MachineToMachine' && !body.isThirdParty,
    count: db =>
      count(
        db
          .selectFrom('applications')
          .where('type', 'not in', ['MachineToMachine', 'SAML'])
          .where('isThirdParty', '=', false),
      ),
    rows: {
      table: 'applications',
      isOne: row => !['MachineToMachine', 'SAML'].includes(String(row.type)) && row.is_third_party !== true,
    },
  },
  machineToMachineLimit: {
    isAsked: body => body.type === 'MachineToMachine',
    count: db => count(db.selectFrom('applications').where('type', '=', 'MachineToMachine')),
    rows: { table: 'applications', isOne: row => row.type === 'MachineToMachine' },
  },
  thirdPartyApplicationsLimit: {
    isAsked: body => body.isThirdParty === true,
    count: db => count(db.selectFrom('applications').where('isThirdParty', '=', true)),
    rows: { table: 'applications', isOne: row => row.is_third_party === true },
  },
  samlApplicationsLimit: {
    count: db => count(db.selectFrom('applications').where('type', '=', 'SAML')),
    rows: { table: 'applications', isOne: row => row.type === 'SAML' },
  },
  // Every tenant has its own management API, which is nobody's choice.
  resourcesLimit: {
    count: (db, _, ownApi) => count(db.selectFrom('resources').where('indicator', '<>', ownApi)),
    rows: { table: 'resources' },
  },
  scopesPerResourceLimit: {
    count: (db, { resourceId = '' }) => count(db.selectFrom('scopes').where('resourceId', '=', resourceId)),
    rows: { table: 'scopes', params: row => ({ resourceId: String(row.resource_id) }) },
  },
  userRolesLimit: {
    isAsked: body => body.type !== 'MachineToMachine',
    count: db => count(db.selectFrom('roles').where('type', '=', 'User')),
    rows: { table: 'roles', isOne: row => row.type === 'User' },
  },
  machineToMachineRolesLimit: {
    isAsked: body => body.type === 'MachineToMachine',
    count: db => count(db.selectFrom('roles').where('type', '=', 'MachineToMachine')),
    rows: { table: 'roles', isOne: row => row.type === 'MachineToMachine' },
  },
  scopesPerRoleLimit: {
    count: (db, { id = '' }) => count(db.selectFrom('rolesScopes').where('roleId', '=', id)),
    adds: ({ scopeIds }) => (Array.isArray(scopeIds) ? scopeIds.length : 0),
    rows: { table: 'roles_scopes', params: row => ({ id: String(row.role_id) }) },
  },
  socialConnectorsLimit: {
    isAsked: ({ connectorId }) => factoryIdsOf('Social').includes(String(connectorId)),
    count: db =>
      count(db.selectFrom('connectors').where('connectorId', 'in', ['', ...factoryIdsOf('Social')])),
    rows: {
      table: 'connectors',
      isOne: row => factoryIdsOf('Social').includes(String(row.connector_id)),
    },
  },
  enterpriseSsoLimit: {
    count: db => count(db.selectFrom('ssoConnectors')),
    rows: { table: 'sso_connectors' },
  },
  organizationsLimit: {
    count: db => count(db.selectFrom('organizations')),
    rows: { table: 'organizations' },
  },
  hooksLimit: { count: db => count(db.selectFrom('hooks')), rows: { table: 'hooks' } },
  customDomainsLimit: {
    count: db => count(db.selectFrom('domains').where('applicationId', 'is', null)),
    rows: { table: 'domains', isOne: row => row.application_id === null },
  },
  mfaEnabled: { isAsked: ({ mfa }) => hasEntries(mfa, 'factors') },
  bringYourUiEnabled: { isAsked: ({ customUiAssets }) => Boolean(customUiAssets) },
  securityFeaturesEnabled: {
    isAsked: ({ config, captchaPolicy, sentinelPolicy, emailBlocklistPolicy }) =>
      [config, captchaPolicy, sentinelPolicy, emailBlocklistPolicy].some(isTurnedOn),
  },
};

/**
 * Refuses what the tenant's plan does not include, or not once more. Self-hosted tenants have no plan. Asked before the
 * work; `guardQuota` counts again what was written meanwhile by others.
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
 * Refuses a write after which there would be more of something than the plan includes, whatever way it came in: undone
 * deletions, imports and jobs count as well. One write at a time for each limit.
 */
export const guardQuota =
  (env: Services['env']): WriteGuard =>
  async (db, tenantId, entries) => {
    if (tenantId === adminTenantId) return;
    const grown = new Map<string, { key: QuotaKey; params: Params }>();
    for (const { table, before, after } of entries)
      for (const [key, { rows }] of Object.entries(limited) as [QuotaKey, Limited][]) {
        if (rows?.table !== table || !after) continue;
        const isOne = rows.isOne ?? (() => true);
        if (!isOne(after) || (before && isOne(before))) continue;
        const params = rows.params?.(after) ?? {};
        grown.set(JSON.stringify([tenantId, key, params]), { key, params });
      }
    if (!grown.size) return;
    const { planId } = await loadStanding(db);
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

export const limitExceeded = (planId: string, key: QuotaKey) =>
  new RequestError('subscription.limit_exceeded', {
    data: { key, exceeded: { [key]: quotaOfPlan(planId)[key] } },
  });

/** Turning a feature off, or leaving it as it is, costs nothing. */
const isTurnedOn = (policy: unknown): boolean => {
  if (Array.isArray(policy)) return policy.length > 0;
  return typeof policy === 'object' && policy !== null
    ? Object.values(policy).some(isTurnedOn)
    : Boolean(policy);
};

const hasEntries = (value: unknown, name: string) => isTurnedOn((value as Fields | undefined)?.[name]);

const count = async <Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> => {
  const { count } = await rows.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
};
