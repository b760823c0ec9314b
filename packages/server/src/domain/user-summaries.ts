import type { UserSummary } from '@gatehouse/contract/users.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

const shownOrganizations = 2;

/** Reads passkeys, enterprise SSO and organizations for one page of the user list in one statement. */
export const readUserSummaries = async (db: Kysely<Tables>, userIds: readonly string[]) => {
  const { rows } = await sql<UserSummary>`
    select users.id as "userId",
      mfa_verifications @> '[{"type":"WebAuthn"}]'::jsonb as "hasPasskey",
      array(
        select distinct issuer::text from user_sso_identities identity where identity.user_id = users.id order by 1
      ) as "ssoIssuers",
      coalesce(member.organizations, '[]'::jsonb) as organizations, member.count as "organizationCount"
    from users cross join lateral (
      select count(*)::int as count,
        jsonb_agg(jsonb_build_object('id', organization_id, 'name', name) order by place)
          filter (where place <= ${shownOrganizations}) as organizations
      from (
        select held.organization_id, organizations.name,
          row_number() over (order by lower(organizations.name), organizations.id) as place
        from organization_users held
        join organizations on organizations.id = held.organization_id
        where held.user_id = users.id
      ) named
    ) member
    where users.id = any(${userIds})`.execute(db);
  return rows;
};
