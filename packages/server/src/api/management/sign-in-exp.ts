import type {
  signInExperienceRows as rows,
  SignInExperience,
} from '@gatehouse/contract/sign-in-experience.ts';
import { brokenSignInRules } from '@gatehouse/contract/sign-in-rules.ts';
import { RequestError } from '../../domain/request-error.ts';
import { loadSignInExperience } from '../../domain/sign-in-experience.ts';
import type { Handlers } from '../../http/implement.ts';

export const signInExperience: Handlers<typeof rows> = {
  read: ({ db }) => loadSignInExperience(db),

  async update({ tx, db, body }) {
    const { hideLogtoBranding, ...patch } = body;
    if (hideLogtoBranding !== undefined) throw new RequestError('request.invalid_input');
    const before = await loadSignInExperience(db);
    const [broken] = brokenSignInRules({ ...before, ...patch });
    if (broken) throw new RequestError(broken.code, { data: { path: broken.path } });
    const updated = await tx.update('signInExperiences', { id: 'default' }, patch);
    tx.object('sign-in-experience', 'default');
    return updated as SignInExperience;
  },
};
