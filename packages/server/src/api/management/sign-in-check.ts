import type { CustomClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import type { signInCheck as rows } from '@gatehouse/contract/sign-in-check.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isAdmitted } from '../../domain/application-access.ts';
import { findApplication } from '../../domain/applications.ts';
import { listAttempts } from '../../domain/sign-in/attempts.ts';
import { checkSignIn } from '../../domain/sign-in/check.ts';
import { describeSubject } from '../../domain/sign-in/load.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { findUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';

export const signInCheck: Handlers<typeof rows> = {
  async checkSignIn({ db, tenant, params: { userId }, query }) {
    const { user, surroundings } = await describeSurroundings({ db, tenant }, userId, query.applicationId);
    const attempts = await listAttempts(tenant, db, user, query);
    return attempts.map(attempt => checkSignIn(surroundings, attempt));
  },
};

/** The user, the application and the settings that a sign-in depends on. */
export const describeSurroundings = async (
  { db, tenant }: { db: Kysely<Tables>; tenant: Tenant },
  userId: string,
  applicationId: string | undefined,
) => {
  const user = await findUser(db, userId);
  const application = applicationId === undefined ? undefined : await findApplication(db, applicationId);
  const surroundings = {
    configuration: await tenant.cached.signInConfiguration(),
    user: await describeSubject(db, user),
    hasScript: Object.values(await tenant.cached.actions()).some(Boolean),
    application: application && {
      isAdmitted: await isAdmitted(tenant, application, userId),
      isThirdParty: application.isThirdParty,
      minimumAcr: (application.customClientMetadata as CustomClientMetadata).minimumAcr,
    },
  };
  return { user, application, surroundings };
};
