import type { UserDecisions, updateUserConfigs } from '@gatehouse/contract/user-configs.ts';
import type { z } from 'zod';
import type { UserRow } from './user-row.ts';
/** The user's choices about MFA and passkeys. */
export const configsOf = ({ mfaConfig }: Pick<UserRow, 'mfaConfig'>): UserDecisions => {
  const { passkeySignIn, ...mfa } = mfaConfig as Partial<UserDecisions['mfa']> & {
    passkeySignIn?: Partial<UserDecisions['passkeySignIn']>;
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
