import type { AccessControl } from '@gatehouse/contract/application-access.ts';
import type { Application } from '@gatehouse/contract/applications.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Tenant } from './tenant.ts';

type Guarded = Pick<Application, 'id'> & { appLevelAccessControlEnabled?: boolean };

/**
 * Whether a user may sign in to an application. If access is restricted, a rule must match: the user, a role, an
 * organization, or a role in an organization.
 */
export const isAdmitted = async (
  tenant: Tenant,
  { id, appLevelAccessControlEnabled }: Guarded,
  userId: string,
): Promise<boolean> => {
  if (!appLevelAccessControlEnabled) return true;
  const { rows } = await tenant.database.read(db =>
    sql<{ admitted: boolean }>`
      select exists (
        select from application_access_users where application_id = ${id} and user_id = ${userId}
      ) or exists (
        select from application_access_user_roles rule join users_roles held on held.role_id = rule.role_id
        where rule.application_id = ${id} and held.user_id = ${userId}
      ) or exists (
        select from application_access_organizations rule
        join organization_users member on member.organization_id = rule.organization_id
        where rule.application_id = ${id} and member.user_id = ${userId}
      ) or exists (
        select from application_access_organization_roles rule
        join organization_user_roles held on held.organization_id = rule.organization_id
          and held.organization_role_id = rule.organization_role_id
        where rule.application_id = ${id} and held.user_id = ${userId}
      ) as admitted`.execute(db),
  );
  return rows[0]?.admitted === true;
};

export const roleRulesOf = async (db: Kysely<Tables>, applicationId: string) => {
  const rules = await db
    .selectFrom('applicationAccessOrganizationRoles')
    .select(['organizationId', 'organizationRoleId'])
    .where('applicationId', '=', applicationId)
    .orderBy('organizationId')
    .orderBy('organizationRoleId')
    .execute();
  return Map.groupBy(rules, rule => rule.organizationId);
};

/** The rules of several applications, with the same number of statements for any number of them. */
export const readAccessControls = async (
  db: Kysely<Tables>,
  applicationIds: readonly string[],
): Promise<Map<string, AccessControl>> => {
  if (applicationIds.length === 0) return new Map();
  const users = await db
    .selectFrom('applicationAccessUsers')
    .select(['applicationId', 'userId'])
    .where('applicationId', 'in', applicationIds)
    .execute();
  const roles = await db
    .selectFrom('applicationAccessUserRoles')
    .select(['applicationId', 'roleId'])
    .where('applicationId', 'in', applicationIds)
    .execute();
  const organizations = await db
    .selectFrom('applicationAccessOrganizations')
    .select(['applicationId', 'organizationId'])
    .where('applicationId', 'in', applicationIds)
    .execute();
  const rules = await db
    .selectFrom('applicationAccessOrganizationRoles')
    .select(['applicationId', 'organizationId', 'organizationRoleId'])
    .where('applicationId', 'in', applicationIds)
    .orderBy('organizationId')
    .orderBy('organizationRoleId')
    .execute();
  const [usersOf, rolesOf] = [byApplication(users), byApplication(roles)];
  const [organizationsOf, rulesOf] = [byApplication(organizations), byApplication(rules)];
  return new Map(
    applicationIds.map(id => [
      id,
      {
        userIds: usersOf(id).map(({ userId }) => userId),
        userRoleIds: rolesOf(id).map(({ roleId }) => roleId),
        organizationIds: organizationsOf(id).map(({ organizationId }) => organizationId),
        organizationRoleRules: [...Map.groupBy(rulesOf(id), rule => rule.organizationId)].map(
          ([organizationId, held]) => ({
            organizationId,
            organizationRoleIds: held.map(({ organizationRoleId }) => organizationRoleId),
          }),
        ),
      },
    ]),
  );
};

const byApplication = <Row extends { applicationId: string }>(rows: readonly Row[]) => {
  const found = Map.groupBy(rows, ({ applicationId }) => applicationId);
  return (id: string) => found.get(id) ?? [];
};

export const readAccessControl = async (db: Kysely<Tables>, applicationId: string): Promise<AccessControl> =>
  (await readAccessControls(db, [applicationId])).get(applicationId)!;
