import { isClientDocument } from '@gatehouse/contract/cimd.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

type Consent = { clientId: string; userId: string };

/** The organizations that a user lets an application of others see. */
export const sharedOrganizations = async (db: Kysely<Tables>, { clientId, userId }: Consent) => {
  const rows = isClientDocument(clientId)
    ? await db
        .selectFrom('cimdConsentOrganizations')
        .select('organizationId')
        .where('clientId', '=', clientId)
        .where('userId', '=', userId)
        .execute()
    : await db
        .selectFrom('applicationConsentOrganizations')
        .select('organizationId')
        .where('applicationId', '=', clientId)
        .where('userId', '=', userId)
        .execute();
  return rows.map(({ organizationId }) => organizationId);
};

export const shareOrganizations = async (
  db: Kysely<Tables>,
  { clientId, userId }: Consent,
  chosen: readonly string[],
) => {
  const organizationIds = [...new Set(chosen)];
  if (isClientDocument(clientId))
    await db
      .insertInto('cimdConsentOrganizations')
      .values(organizationIds.map(organizationId => ({ clientId, userId, organizationId })))
      .onConflict(conflict => conflict.doNothing())
      .execute();
  else
    await db
      .insertInto('applicationConsentOrganizations')
      .values(organizationIds.map(organizationId => ({ applicationId: clientId, userId, organizationId })))
      .onConflict(conflict => conflict.doNothing())
      .execute();
};
