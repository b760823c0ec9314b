import { type Acr, multiFactorAcr, reaches } from '@gatehouse/contract/authentication-levels.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { sharedOrganizations } from './shared-organizations.ts';

/** The caller in the context of an organization: a user or a machine. */
export type Member = { kind: 'user' | 'application'; id: string };

type MemberRefusal = 'not_associated' | 'not_member' | 'mfa_required' | 'not_shared';

/** Why the member gets no token for the organization: it does not belong to it, or lacks what it asks of its members. */
export const refusalOfMember = async (
  db: Kysely<Tables>,
  organizationId: string,
  member: Member,
  {
    thirdPartyId,
    acr,
  }: {
    /** An application of others, which sees only the organizations that the user let it see. */
    thirdPartyId: string | undefined;
    /** The level of the sign-in behind the request. */
    acr: Acr | undefined;
  },
): Promise<MemberRefusal | undefined> => {
  if (member.kind === 'application') {
    const association = await db
      .selectFrom('organizationApplications')
      .select('applicationId')
      .where('organizationId', '=', organizationId)
      .where('applicationId', '=', member.id)
      .executeTakeFirst();
    return association ? undefined : 'not_associated';
  }
  const membership = await db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select('organizations.isMfaRequired')
    .where('organizationUsers.organizationId', '=', organizationId)
    .where('organizationUsers.userId', '=', member.id)
    .executeTakeFirst();
  if (!membership) return 'not_member';
  // To have a second factor is not enough: this sign-in must have used it.
  if (membership.isMfaRequired && !reaches(acr, multiFactorAcr)) return 'mfa_required';
  if (thirdPartyId === undefined) return undefined;
  const shared = await sharedOrganizations(db, { clientId: thirdPartyId, userId: member.id });
  return shared.includes(organizationId) ? undefined : 'not_shared';
};

/** Names of the organization scopes that the member's roles grant there. */
export const organizationScopesOf = async (db: Kysely<Tables>, organizationId: string, member: Member) => {
  const rows = await rolesIn(db, organizationId, member)
    .innerJoin('organizationRoleScopes as granted', 'granted.organizationRoleId', 'held.organizationRoleId')
    .innerJoin('organizationScopes as scope', 'scope.id', 'granted.organizationScopeId')
    .select('scope.name')
    .distinct()
    .execute();
  return rows.map(({ name }) => name);
};

/** Names of the scopes of an API resource that the member's roles grant there. */
export const resourceScopesIn = async (
  db: Kysely<Tables>,
  organizationId: string,
  member: Member,
  resourceId: string,
) => {
  const rows = await rolesIn(db, organizationId, member)
    .innerJoin(
      'organizationRoleResourceScopes as granted',
      'granted.organizationRoleId',
      'held.organizationRoleId',
    )
    .innerJoin('scopes as scope', 'scope.id', 'granted.scopeId')
    .select('scope.name')
    .distinct()
    .where('scope.resourceId', '=', resourceId)
    .execute();
  return rows.map(({ name }) => name);
};

const rolesIn = (db: Kysely<Tables>, organizationId: string, { kind, id }: Member) => {
  const held =
    kind === 'user'
      ? db
          .selectFrom('organizationUserRoles')
          .select('organizationRoleId')
          .where('organizationId', '=', organizationId)
          .where('userId', '=', id)
      : db
          .selectFrom('organizationApplicationRoles')
          .select('organizationRoleId')
          .where('organizationId', '=', organizationId)
          .where('applicationId', '=', id);
  return db.selectFrom(held.as('held'));
};
