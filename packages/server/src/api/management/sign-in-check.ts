import type { CustomClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import type { signInCheck as rows } from '@gatehouse/contract/sign-in-check.ts';
import { isAdmitted } from '../../domain/application-access.ts';
import { findApplication } from '../../domain/applications.ts';
import { listAttempts } from '../../domain/sign-in/attempts.ts';
import { checkSignIn } from '../../domain/sign-in/check.ts';
import { describeSubject } from '../../domain/sign-in/load.ts';
import { findUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';

export const signInCheck: Handlers<typeof rows> = {
  async checkSignIn({ db, tenant, params: { userId }, query: { applicationId, country, device } }) {
    const row = await findUser(db, userId);
    const application = applicationId === undefined ? undefined : await findApplication(db, applicationId);
    const surroundings = {
      configuration: await tenant.cached.signInConfiguration(),
      user: await describeSubject(db, row),
      hasScript: Object.values(await tenant.cached.actions()).some(Boolean),
      application: application && {
        isAdmitted: await isAdmitted(tenant, application, userId),
        isThirdParty: application.isThirdParty,
        minimumAcr: (application.customClientMetadata as CustomClientMetadata).minimumAcr,
      },
    };
    const attempts = await listAttempts(tenant, db, row, { country, device });
    return attempts.map(attempt => checkSignIn(surroundings, attempt));
  },
};
