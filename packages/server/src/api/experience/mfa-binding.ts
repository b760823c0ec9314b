import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import { openFactors, sealFactors, settleFactor } from '../../domain/mfa-factors.ts';
import type { UserRow } from '../../domain/user-row.ts';
import type { ExperienceState } from '../../oidc/interaction-state.ts';
import { RequestError } from '../../request-error.ts';
import { requireEnabled, requirePasskeys } from './factors.ts';
import { findVerification, type Step } from './step.ts';
import type { StepContext } from './step-context.ts';

/** Takes a prepared factor into the interaction; it becomes the user's when the interaction ends. */
export const bindMfa = async (
  context: StepContext,
  { state }: Step,
  user: UserRow,
  { type, verificationId }: { type: 'Totp' | 'WebAuthn' | 'BackupCode'; verificationId: string },
): Promise<ExperienceState> => {
  await (type === 'WebAuthn' ? requirePasskeys(context) : requireEnabled(context, type));
  const verification = findVerification(state, verificationId);
  const factor = 'factor' in verification ? verification.factor : undefined;
  if (verification.type !== type || !verification.isVerified || !factor)
    throw new RequestError('session.verification_failed');
  const others = [...(user.mfaVerifications as MfaVerification[]), ...(state.newFactors ?? [])];
  const isThere = others.some(other => other.type === type);
  if (type === 'Totp' && isThere) throw new RequestError('user.totp_already_in_use');
  if (type === 'BackupCode' && isThere) throw new RequestError('user.backup_code_already_in_use');
  if (type === 'BackupCode' && others.length === 0)
    throw new RequestError('session.mfa.backup_code_can_not_be_alone');
  const { vault } = context.services;
  const settled = openFactors({ ...user, mfaVerifications: [factor] }, vault).map(settleFactor);
  const added = sealFactors(await Promise.all(settled), vault);
  return { ...state, newFactors: [...(state.newFactors ?? []), ...added] };
};
