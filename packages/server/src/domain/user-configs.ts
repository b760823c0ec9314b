import type { updateUserConfigs, userConfigs } from '@gatehouse/contract/users.ts';
import type { z } from 'zod';
import type { UserRow } from './users.ts';

type UserConfigs = z.infer<typeof userConfigs>;

/** What a user has decided about second factors and passkeys. */
export const configsOf = ({ mfaConfig }: Pick<UserRow, 'mfaConfig'>): UserConfigs => {
  const { passkeySignIn, ...mfa } = mfaConfig as Partial<UserConfigs['mfa']> & {
    passkeySignIn?: Partial<UserConfigs['passkeySignIn']>;
  };
  return {
    mfa: { ...mfa, skipped: mfa.skipped ?? false, skipMfaOnSignIn: mfa.skipMfaOnSignIn ?? false },
    passkeySignIn: { skipped: passkeySignIn?.skipped ?? false },
  };
};

/** The column with some decisions changed. */
export const decide = (
  { mfaConfig }: Pick<UserRow, 'mfaConfig'>,
  { mfa, passkeySignIn }: z.infer<typeof updateUserConfigs>,
) => ({
  mfaConfig: {
    ...mfaConfig,
    ...mfa,
    passkeySignIn: { ...(mfaConfig.passkeySignIn as object), ...passkeySignIn },
  },
});
