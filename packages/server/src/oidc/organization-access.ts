import { type Acr, multiFactorAcr, reaches } from '@gatehouse/contract/authentication-levels.ts';
import type { Kysely } from 'kysely';
import { errors } from 'oidc-provider';
import type { Tables } from '../database/tables.ts';
import type { Member } from '../domain/organization-access.ts';
import { sharedOrganizations } from '../domain/shared-organizations.ts';

/** The error description for members who signed in without MFA. */
export const secondFactorNeeded = 'the organization requires multi-factor authentication';

/** 403 unless the member belongs to the organization and fulfills what it asks of its members. */
export const requireMembership = async (
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
) => {
  if (member.kind === 'application') {
    const association = await db
      .selectFrom('organizationApplications')
      .select('applicationId')
      .where('organizationId', '=', organizationId)
      .where('applicationId', '=', member.id)
      .executeTakeFirst();
    if (!association) throw forbidden('the application is not associated with the organization');
    return;
  }
  const membership = await db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select('organizations.isMfaRequired')
    .where('organizationUsers.organizationId', '=', organizationId)
    .where('organizationUsers.userId', '=', member.id)
    .executeTakeFirst();
  if (!membership) throw forbidden('the user is not a member of the organization');
  // To have a second factor is not enough: this sign-in must have used it.
  if (membership.isMfaRequired && !reaches(acr, multiFactorAcr)) throw forbidden(secondFactorNeeded);
  if (thirdPartyId === undefined) return;
  const shared = await sharedOrganizations(db, { clientId: thirdPartyId, userId: member.id });
  if (!shared.includes(organizationId))
    throw forbidden('the user did not grant the application access to the organization');
};

const forbidden = (description: string) => {
  const error = new errors.AccessDenied(description);
  error.status = 403;
  error.statusCode = 403;
  return error;
};
