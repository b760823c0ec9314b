import { byEntityQuota, type EntityQuotaKey } from '@gatehouse/contract/entities.ts';
import { customizerKeys } from '@gatehouse/contract/jwt-customizers.ts';
import { type CountedUsage, usesRbac } from '@gatehouse/contract/usage.ts';
import { type Kysely, sql } from 'kysely';
import { factoryIdsOf } from '../connectors/catalogue.ts';
import { snakeCase } from '../database/catalog.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** The usage of tenants since the beginning of a period. */
export const usageOfTenants = (database: Database, tenantIds: readonly string[], since: number) =>
  database.system(async db => {
    const date = new Date(since).toISOString().slice(0, 10);
    const tokens = await db
      .selectFrom('dailyTokenUsage')
      .select(['tenantId', sql<number>`sum(user_tokens + machine_tokens)::bigint`.as('count')])
      .where('tenantId', 'in', ['', ...tenantIds])
      .where('date', '>=', date)
      .groupBy('tenantId')
      .execute();
    const users = await db
      .selectFrom('dailyActiveUsers')
      .select(['tenantId', sql<number>`count(distinct user_id)`.as('count')])
      .where('tenantId', 'in', ['', ...tenantIds])
      .where('date', '>=', date)
      .groupBy('tenantId')
      .execute();
    const countOf = (rows: typeof tokens, id: string) =>
      rows.find(({ tenantId }) => tenantId === id)?.count ?? 0;
    return (id: string) => ({ activeUsers: countOf(users, id), tokenUsage: countOf(tokens, id) });
  });

/** The objects of each entity that a plan counts. */
const entityCounts = byEntityQuota(({ tables, quota }) => {
  const [table = ''] = Object.keys(tables);
  return sql`(select count(*) from ${sql.table(snakeCase(table))}) as ${sql.id(quota.key)}`;
});

/** Usage of everything that a plan limits. Members are counted in another place. */
export const countUsage = async (
  db: Kysely<Tables>,
  /** The management API, which every tenant has and no plan counts. */
  ownApi: string,
): Promise<Omit<CountedUsage, 'tenantMembersLimit'>> => {
  const { rows } = await sql<Counts>`
    select
      ${sql.join(Object.values(entityCounts))},
      (select count(*) from resources where indicator <> ${ownApi}) as resources,
      (select count(*) from domains where application_id is null) as domains,
      (select count(*) from connectors where connector_id in (${sql.join(['', ...factoryIdsOf('Social')])})) as social_connectors,
      (select count(*) from applications
        where type not in ('MachineToMachine', 'SAML') and not is_third_party) as applications,
      (select count(*) from applications where type = 'MachineToMachine') as machines,
      (select count(*) from applications where type = 'SAML') as saml_applications,
      (select count(*) from applications where is_third_party) as third_party_applications,
      (select count(*) from roles where type = 'User') as user_roles,
      (select count(*) from roles where type = 'MachineToMachine') as machine_roles,
      (select jsonb_array_length(mfa->'factors') > 0 from sign_in_experiences) as has_mfa,
      (select captcha_policy->>'enabled' = 'true' from sign_in_experiences) as has_captcha,
      (select coalesce(max(held.count), 0) from (select count(*) from scopes join resources
          on resources.tenant_id = scopes.tenant_id and resources.id = scopes.resource_id
        where indicator <> ${ownApi} group by resource_id) held) as scopes_per_resource,
      (select coalesce(max(held.count), 0) from (select count(*) from roles_scopes group by role_id) held) as scopes_per_role,
      exists (select from configs where key in (${sql.join(Object.values(customizerKeys))})) as has_scripts,
      exists (select from sign_in_experiences where jsonb_typeof(custom_ui_assets) = 'object') as has_own_pages,
      exists (select from custom_profile_fields) as has_profile_fields,
      exists (select from sso_connectors where idp_initiated_auth_config is not null) as has_idp_initiated`.execute(
    db,
  );
  const counts = rows[0]!;
  return {
    ...byEntityQuota(({ quota }) => counts[quota.key as EntityQuotaKey]),
    applicationsLimit: counts.applications,
    socialConnectorsLimit: counts.socialConnectors,
    customDomainsLimit: counts.domains,
    resourcesLimit: counts.resources,
    machineToMachineLimit: counts.machines,
    samlApplicationsLimit: counts.samlApplications,
    thirdPartyApplicationsLimit: counts.thirdPartyApplications,
    userRolesLimit: counts.userRoles,
    machineToMachineRolesLimit: counts.machineRoles,
    scopesPerResourceLimit: counts.scopesPerResource,
    scopesPerRoleLimit: counts.scopesPerRole,
    mfaEnabled: counts.hasMfa ?? false,
    securityFeaturesEnabled: counts.hasCaptcha ?? false,
    customJwtEnabled: counts.hasScripts,
    bringYourUiEnabled: counts.hasOwnPages,
    collectUserProfileEnabled: counts.hasProfileFields,
    idpInitiatedSsoEnabled: counts.hasIdpInitiated,
    rbacEnabled: usesRbac({ userRoles: counts.userRoles, machineToMachineRoles: counts.machineRoles }),
  };
};

type Counts = Record<
  | EntityQuotaKey
  | 'applications'
  | 'socialConnectors'
  | 'domains'
  | 'resources'
  | 'machines'
  | 'samlApplications'
  | 'thirdPartyApplications'
  | 'userRoles'
  | 'machineRoles'
  | 'scopesPerResource'
  | 'scopesPerRole',
  number
> &
  Record<'hasMfa' | 'hasCaptcha', boolean | null> &
  Record<'hasScripts' | 'hasOwnPages' | 'hasProfileFields' | 'hasIdpInitiated', boolean>;

/** Counts the scopes of each resource and each role. */
export const countScopes = async (db: Kysely<Tables>) => {
  const resources = await db
    .selectFrom('scopes')
    .select(['resourceId as id', eb => eb.fn.countAll<number>().as('count')])
    .groupBy('resourceId')
    .execute();
  const roles = await db
    .selectFrom('rolesScopes')
    .select(['roleId as id', eb => eb.fn.countAll<number>().as('count')])
    .groupBy('roleId')
    .execute();
  const byId = (rows: typeof resources) => Object.fromEntries(rows.map(({ id, count }) => [id, count]));
  return { resources: byId(resources), roles: byId(roles) };
};
