import type { Application } from '@gatehouse/contract/applications.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Applications with how they came to be, where they registered themselves. */
export const withRegistrations = async <A extends Application>(
  db: Kysely<Tables>,
  applications: readonly A[],
): Promise<A[]> => {
  const ids = applications.filter(({ isThirdParty }) => isThirdParty).map(({ id }) => id);
  if (ids.length === 0) return [...applications];
  const rows = await db
    .selectFrom('clientRegistrations')
    .select(['applicationId', 'initialAccessTokenName', 'lastUsedAt'])
    .where('applicationId', 'in', ids)
    .execute();
  const known = new Map(rows.map(({ applicationId, ...registration }) => [applicationId, registration]));
  return applications.map(application => {
    const registration = known.get(application.id);
    return registration ? { ...application, registration } : application;
  });
};
