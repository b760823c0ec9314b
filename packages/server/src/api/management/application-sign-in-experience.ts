import type {
  ApplicationSignInExperience,
  applicationSignInExperiences as rows,
} from '@gatehouse/contract/application-sign-in-experience.ts';
import { findApplication } from '../../domain/applications.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const applicationSignInExperiences: Handlers<typeof rows> = {
  async read({ db, params }) {
    const { applicationId } = params;
    await findApplication(db, applicationId);
    const experience = await db
      .selectFrom('applicationSignInExperiences')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .executeTakeFirst();
    if (!experience) {
      throw new RequestError('entity.not_exists_with_id', {
        data: { name: 'application sign-in experience', id: applicationId },
      });
    }
    return experience as ApplicationSignInExperience;
  },

  async replace({ tx, db, params, body, reply }) {
    const { applicationId } = params;
    await findApplication(db, applicationId);
    const updated = await tx.update('applicationSignInExperiences', { applicationId }, body);
    if (updated) return updated as ApplicationSignInExperience;
    reply.code(201);
    const created = await tx.insert('applicationSignInExperiences', { applicationId, ...body });
    return created as ApplicationSignInExperience;
  },
};
