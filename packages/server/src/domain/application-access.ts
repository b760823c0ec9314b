import type { Application } from '@gatehouse/contract/applications.ts';
import { sql } from 'kysely';
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
