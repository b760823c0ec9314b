import type { AccountCenter } from '@gatehouse/contract/account-center.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Each tenant has exactly one. Until it is changed, everything is off. */
export const accountCenterId = 'default';

export const loadAccountCenter = async (db: Kysely<Tables>, tenantId: string): Promise<AccountCenter> => {
  const row = await db
    .selectFrom('accountCenters')
    .selectAll()
    .where('id', '=', accountCenterId)
    .executeTakeFirst();
  if (row) return row as AccountCenter;
  return {
    tenantId,
    id: accountCenterId,
    enabled: false,
    fields: {},
    webauthnRelatedOrigins: [],
    deleteAccountUrl: null,
    customCss: null,
    profileFields: [],
    personalData: { canExport: false, canDelete: false, graceDays: 14 },
  };
};
