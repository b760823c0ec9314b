import type { MfaValues } from './fields.ts';

/** The effect of these settings on users, one sentence each. */
export const experienceOf = ({
  mfa: { factors, policy, organizationRequiredMfaPolicy },
  adaptiveMfa,
}: MfaValues) => {
  if (factors.length === 0) return ['off'] as const;
  return [
    // MFA that is required from sign-up on is described as mandatory.
    policy === 'PromptAtSignInAndSignUpMandatory' ? 'policy_Mandatory' : (`policy_${policy}` as const),
    adaptiveMfa.enabled ? 'asked_when_unusual' : 'asked_always',
    ...(factors.includes('BackupCode') ? (['backup_codes'] as const) : []),
    ...(organizationRequiredMfaPolicy === 'Mandatory' ? (['organization'] as const) : []),
    'elsewhere',
  ] as const;
};
