import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import { isWithinQuota, type QuotaKey } from '@gatehouse/contract/quota.ts';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { factoryIdsOf } from '../connectors/catalogue.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../domain/request-error.ts';
import type { Tenant } from '../domain/tenant.ts';
import { audienceOf, type Services } from './services.ts';

type Fields = Record<string, unknown>;

/** What a plan limits: whether a request asks for it at all, how many there are, and how many the request adds. */
type Limited = {
  isAsked?(body: Fields): boolean;
  count?(db: Kysely<Tables>, params: Record<string, string>, ownApi: string): Promise<number>;
  adds?(body: Fields): number;
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
  },
  machineToMachineLimit: {
    isAsked: body => body.type === 'MachineToMachine',
    count: db => count(db.selectFrom('applications').where('type', '=', 'MachineToMachine')),
  },
  thirdPartyApplicationsLimit: {
    isAsked: body => body.isThirdParty === true,
    count: db => count(db.selectFrom('applications').where('isThirdParty', '=', true)),
  },
  samlApplicationsLimit: { count: db => count(db.selectFrom('applications').where('type', '=', 'SAML')) },
  // Every tenant has its own management API, which is nobody's choice.
  resourcesLimit: {
    count: (db, _, ownApi) => count(db.selectFrom('resources').where('indicator', '<>', ownApi)),
  },
  scopesPerResourceLimit: {
    count: (db, { resourceId = '' }) => count(db.selectFrom('scopes').where('resourceId', '=', resourceId)),
  },
  userRolesLimit: {
    isAsked: body => body.type !== 'MachineToMachine',
    count: db => count(db.selectFrom('roles').where('type', '=', 'User')),
  },
  machineToMachineRolesLimit: {
    isAsked: body => body.type === 'MachineToMachine',
    count: db => count(db.selectFrom('roles').where('type', '=', 'MachineToMachine')),
  },
  scopesPerRoleLimit: {
    count: (db, { id = '' }) => count(db.selectFrom('rolesScopes').where('roleId', '=', id)),
    adds: ({ scopeIds }) => (Array.isArray(scopeIds) ? scopeIds.length : 0),
  },
  socialConnectorsLimit: {
    isAsked: ({ connectorId }) => factoryIdsOf('Social').includes(String(connectorId)),
    count: db =>
      count(db.selectFrom('connectors').where('connectorId', 'in', ['', ...factoryIdsOf('Social')])),
  },
  enterpriseSsoLimit: { count: db => count(db.selectFrom('ssoConnectors')) },
  organizationsLimit: { count: db => count(db.selectFrom('organizations')) },
  hooksLimit: { count: db => count(db.selectFrom('hooks')) },
  customDomainsLimit: { count: db => count(db.selectFrom('domains').where('applicationId', 'is', null)) },
  mfaEnabled: { isAsked: ({ mfa }) => hasEntries(mfa, 'factors') },
  bringYourUiEnabled: { isAsked: ({ customUiAssets }) => Boolean(customUiAssets) },
  securityFeaturesEnabled: {
    isAsked: ({ config, captchaPolicy, sentinelPolicy, emailBlocklistPolicy }) =>
      [config, captchaPolicy, sentinelPolicy, emailBlocklistPolicy].some(isTurnedOn),
  },
};

/** Refuses what the tenant's plan does not include, or not once more. Self-hosted tenants have no plan. */
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
    if (!isWithinQuota({ limit: quotaOfPlan(planId)[key], usage, isCloud: true, isStrict: true }))
      throw new RequestError('subscription.limit_exceeded', { data: { key } });
  }
};

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
