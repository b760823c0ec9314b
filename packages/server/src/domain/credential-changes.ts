import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { Write } from '../database/database.ts';

type Credentials = { passwordEncrypted?: string | null; mfaVerifications?: unknown };
export type SignIn = { sessionUid: string | undefined; atSeconds: number | undefined };
type Stamp = { credentialsChangedAt: number | null; credentialsChangedIn: string | null };

/** Whether a patch removes a credential: it changes or clears the password, or drops a factor. */
export const changesCredentials = (before: Credentials, patch: Credentials) => {
  if (patch.passwordEncrypted !== undefined && patch.passwordEncrypted !== before.passwordEncrypted)
    return true;
  return patch.mfaVerifications !== undefined && losesFactor(before.mfaVerifications, patch.mfaVerifications);
};

const losesFactor = (before: unknown, after: unknown) => {
  const kept = new Set((after as MfaVerification[]).map(({ id }) => id));
  return (before as MfaVerification[]).some(({ id }) => !kept.has(id));
};

/** The columns of the user's row that record a change of credentials. */
export const credentialsChange = ({ origin }: Write, now: number): Partial<Stamp> => ({
  credentialsChangedAt: now,
  credentialsChangedIn: origin.sessionUid ?? null,
});

/**
 * Whether a sign-in happened before the user's credentials changed. Its rows are deleted then, and this check also
 * stops those written at the same moment. Compares seconds because sessions and tokens use them.
 */
export const isOutdated = ({ credentialsChangedAt, credentialsChangedIn }: Stamp, signIn: SignIn) => {
  if (credentialsChangedAt === null || signIn.atSeconds === undefined) return false;
  if (credentialsChangedIn !== null && credentialsChangedIn === signIn.sessionUid) return false;
  return signIn.atSeconds < Math.floor(credentialsChangedAt / 1000);
};
