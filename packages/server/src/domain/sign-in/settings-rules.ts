import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { neededConnectors } from '@gatehouse/contract/sign-in-rules.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { RequestError } from '../../request-error.ts';
import { listProfileFields } from '../profile-fields.ts';
import { countUsernameConflicts } from '../username-conflicts.ts';
import { firstFactors } from './first-factor-rules.ts';
import type { SignInConfiguration } from './situation.ts';

type Patch = Partial<SignInExperience>;

/** Refuses settings that could not work with what else the tenant has. Only what is being changed is looked at. */
export const requireWorkable = async (
  db: Kysely<Tables>,
  configuration: SignInConfiguration & SignInExperience,
  patch: Patch,
) => {
  const changed = { ...configuration, ...patch };
  requireConnectors(changed, patch);
  if (patch.forgotPasswordMethods !== undefined || patch.passwordExpiration) requireWayToReset(changed);
  await requireFields(db, patch);
  if (patch.usernamePolicy && !patch.usernamePolicy.caseSensitive) await requireNoConflicts(db);
};

/** Codes need a connector that sends them. */
const requireConnectors = (changed: SignInConfiguration, patch: Patch) => {
  const { canSend } = changed;
  const isMissing = (type: 'Email' | 'Sms') => !(type === 'Email' ? canSend.email : canSend.phone);
  const isAbout = patch.signIn ?? patch.signUp ?? patch.mfa;
  const type = isAbout && neededConnectors(changed).find(isMissing);
  if (type) throw new RequestError('sign_in_experiences.enabled_connector_not_found', { data: { type } });
  for (const method of patch.forgotPasswordMethods ?? []) {
    if (isMissing(method === 'EmailVerificationCode' ? 'Email' : 'Sms'))
      throw new RequestError('sign_in_experiences.forgot_password_method_requires_connector', {
        data: { method },
      });
  }
};

/** Whose password has expired replaces it like a forgotten one: that must be possible. */
export const requireWayToReset = (configuration: SignInConfiguration & SignInExperience) => {
  if (!configuration.passwordExpiration.enabled) return;
  if (firstFactors(configuration, 'ForgotPassword').length === 0)
    throw new RequestError('sign_in_experiences.password_expiration_requires_forgot_password');
};

const requireFields = async (db: Kysely<Tables>, { signUpProfileFields }: Patch) => {
  if (!signUpProfileFields?.length) return;
  const fields = await listProfileFields(db);
  const unknown = signUpProfileFields.filter(({ name }) => !fields.some(field => field.name === name));
  if (unknown.length === 0) return;
  const names = unknown.map(({ name }) => name).join(', ');
  throw new RequestError('custom_profile_fields.entity_not_exists_with_names', { data: { names } });
};

const requireNoConflicts = async (db: Kysely<Tables>) => {
  const totalConflicts = await countUsernameConflicts(db);
  if (totalConflicts > 0)
    throw new RequestError('sign_in_experiences.username_policy_case_conflicts_exist', {
      data: { totalConflicts },
    });
};
