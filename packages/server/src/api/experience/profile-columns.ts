import { type UserProfile, user, userProfile } from '@gatehouse/contract/users.ts';
import { passwordAlgorithm } from '../../domain/passwords.ts';
import type { ProposedProfile } from '../../oidc/interaction-state.ts';
import { RequestError } from '../../request-error.ts';

/**
 * A proposed profile as the columns of a user; `current` is what the user has already. Addresses and numbers come into a
 * profile only with a proof.
 */
export const columnsOf = (
  { username, email, phone, passwordEncrypted, fields }: ProposedProfile,
  current: { profile: object; customData: object } = { profile: {}, customData: {} },
) => ({
  ...(username === undefined ? {} : { username }),
  ...(email === undefined ? {} : { primaryEmail: email, isEmailVerified: true }),
  ...(phone === undefined ? {} : { primaryPhone: phone, isPhoneVerified: true }),
  ...(passwordEncrypted === undefined
    ? {}
    : { passwordEncrypted, passwordEncryptionMethod: passwordAlgorithm }),
  ...(fields === undefined ? {} : fieldColumns(fields, current)),
});

/** Fields are standard claims, the name or the picture; whatever else a tenant asks for is custom data. */
const fieldColumns = (
  { name, avatar, fullname, ...fields }: Record<string, unknown>,
  current: { profile: object; customData: object },
) => {
  const { profile, rest } = splitFields({ ...(isObject(fullname) ? fullname : {}), ...fields });
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof avatar === 'string' ? { avatar } : {}),
    profile: { ...current.profile, ...profile },
    customData: { ...current.customData, ...rest },
  };
};

const ownColumns = user.pick({ name: true, avatar: true }).partial();

/** Refuses standard claims that are not what they should be. */
export const splitFields = (fields: Record<string, unknown>) => {
  const entries = Object.entries(fields);
  const isClaim = (name: string) => Object.hasOwn(userProfile.shape, name);
  const parsed = userProfile.safeParse(Object.fromEntries(entries.filter(([name]) => isClaim(name))));
  if (!parsed.success || !ownColumns.safeParse(fields).success) throw new RequestError('guard.invalid_input');
  const profile: UserProfile = parsed.data;
  return { profile, rest: Object.fromEntries(entries.filter(([name]) => !isClaim(name))) };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
