import { byEntityQuota, type EntityTable } from '@gatehouse/contract/entities.ts';
import { customizerKeys } from '@gatehouse/contract/jwt-customizers.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { factoryIdsOf } from '../connectors/catalogue.ts';
import { snakeCase } from '../database/catalog.ts';
import type { Tables } from '../database/tables.ts';

export type Fields = Record<string, unknown>;

export type Params = Record<string, string>;

/** A limit of a plan: whether a request is subject to it, the current count, and how many the request adds. */
export type Limited = {
  isAsked?(body: Fields): boolean;
  count?(db: Kysely<Tables>, params: Params, ownApi: string): Promise<number>;
  adds?(body: Fields): number;
  /** The rows that are counted, as a write records them. */
  rows?: { table: string; isOne?(row: Fields): boolean; params?(row: Fields): Params };
  /** The columns that turn the feature on, as recorded by a write. */
  switches?: readonly Switch[];
};

export type Switch = {
  table: string;
  columns: readonly string[];
  isOne?(row: Fields): boolean;
  isOn?(value: unknown): boolean;
};

export const limited: Partial<Record<QuotaKey, Limited>> = {
  ...byEntityQuota(({ tables }) => {
    const table = Object.keys(tables)[0] as EntityTable;
    return { count: db => count(db.selectFrom(table)), rows: { table: snakeCase(table) } };
  }),
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
  // Every tenant has its own management API, which does not count.
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
  customDomainsLimit: {
    count: db => count(db.selectFrom('domains').where('applicationId', 'is', null)),
    rows: { table: 'domains', isOne: row => row.application_id === null },
  },
  mfaEnabled: {
    isAsked: ({ mfa }) => hasFactors(mfa),
    switches: [{ table: 'sign_in_experiences', columns: ['mfa'], isOn: mfa => hasFactors(mfa) }],
  },
  bringYourUiEnabled: {
    isAsked: ({ customUiAssets }) => Boolean(customUiAssets),
    switches: [{ table: 'sign_in_experiences', columns: ['custom_ui_assets'] }],
  },
  securityFeaturesEnabled: {
    isAsked: ({ config, captchaPolicy, sentinelPolicy, emailBlocklistPolicy }) =>
      [config, captchaPolicy, sentinelPolicy, emailBlocklistPolicy].some(isTurnedOn),
    switches: [
      {
        table: 'sign_in_experiences',
        columns: ['captcha_policy', 'sentinel_policy', 'email_blocklist_policy'],
      },
      { table: 'captcha_providers', columns: ['config'] },
    ],
  },
  customJwtEnabled: {
    switches: [
      {
        table: 'configs',
        columns: ['value'],
        isOne: ({ key }) => Object.values<unknown>(customizerKeys).includes(key),
      },
    ],
  },
  collectUserProfileEnabled: { switches: [{ table: 'custom_profile_fields', columns: ['name'] }] },
  idpInitiatedSsoEnabled: {
    switches: [{ table: 'sso_connectors', columns: ['idp_initiated_auth_config'] }],
  },
};

/** Turning a feature off, or leaving it as it is, costs nothing. */
export const isTurnedOn = (policy: unknown): boolean => {
  if (Array.isArray(policy)) return policy.length > 0;
  return typeof policy === 'object' && policy !== null
    ? Object.values(policy).some(isTurnedOn)
    : Boolean(policy);
};

const hasFactors = (mfa: unknown) => isTurnedOn((mfa as { factors?: unknown } | null | undefined)?.factors);

const count = async <Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> => {
  const { count } = await rows.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
};
