import type { Kysely } from 'kysely';
import { errors } from 'oidc-provider';
import type { Tables } from '../database/tables.ts';
import { type Member, refusalOfMember } from '../domain/organization-access.ts';

/** The error description for members who signed in without MFA. */
export const secondFactorNeeded = 'the organization requires multi-factor authentication';

const descriptions = {
  not_associated: 'the application is not associated with the organization',
  not_member: 'the user is not a member of the organization',
  mfa_required: secondFactorNeeded,
  not_shared: 'the user did not grant the application access to the organization',
} as const;

/** 403 unless the member belongs to the organization and fulfills what it asks of its members. */
export const requireMembership = async (
  db: Kysely<Tables>,
  organizationId: string,
  member: Member,
  client: Parameters<typeof refusalOfMember>[3],
) => {
  const refusal = await refusalOfMember(db, organizationId, member, client);
  if (refusal) throw forbidden(descriptions[refusal]);
};

const forbidden = (description: string) => {
  const error = new errors.AccessDenied(description);
  error.status = 403;
  error.statusCode = 403;
  return error;
};
