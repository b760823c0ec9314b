import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import type {
  signInExperienceRows as rows,
  SignInExperience,
} from '@gatehouse/contract/sign-in-experience.ts';
import { RequestError } from '../../domain/request-error.ts';
import { loadSignInExperience } from '../../domain/sign-in-experience.ts';
import type { Handlers } from '../../http/implement.ts';

export const signInExperience: Handlers<typeof rows> = {
  read: ({ db }) => loadSignInExperience(db),

  async update({ tx, db, body }) {
    const { hideLogtoBranding, ...patch } = body;
    if (hideLogtoBranding !== undefined) throw new RequestError('request.invalid_input');
    const before = await loadSignInExperience(db);
    const code = brokenRule({ ...before, ...patch });
    if (code) throw new RequestError(code);
    const updated = await tx.update('signInExperiences', { id: 'default' }, patch);
    tx.object('sign-in-experience', 'default');
    return updated as SignInExperience;
  },
};

/** Rules that need more than one field. */
const brokenRule = ({ signIn, signUp, signInMode, mfa }: SignInExperience): ErrorCode | undefined => {
  const duplicates = (values: readonly unknown[]) => new Set(values).size !== values.length;
  if (signIn.methods.some(({ password, verificationCode }) => !password && !verificationCode)) {
    return 'sign_in_experiences.at_least_one_authentication_factor';
  }
  if (duplicates(signUp.identifiers)) return 'sign_in_experiences.duplicated_sign_up_identifiers';
  if (signUp.identifiers.includes('username') && !signUp.password) {
    return 'sign_in_experiences.username_requires_password';
  }
  if (signInMode !== 'SignIn' && signUp.identifiers.length === 0 && signUp.secondaryIdentifiers?.length) {
    return 'sign_in_experiences.missing_sign_up_identifiers';
  }
  if (duplicates(mfa.factors)) return 'sign_in_experiences.duplicated_mfa_factors';
  if (mfa.factors.length === 1 && mfa.factors[0] === 'BackupCode') {
    return 'sign_in_experiences.backup_code_cannot_be_enabled_alone';
  }
  return undefined;
};
