import type { MfaValues } from './fields.ts';

/** What people will meet with these settings, a sentence each. */
export const experienceOf = ({
  mfa: { factors, policy, organizationRequiredMfaPolicy },
  adaptiveMfa,
}: MfaValues) => {
  if (factors.length === 0) return ['off'] as const;
  return [
    // What is required from the start is mandatory by another name.
    policy === 'PromptAtSignInAndSignUpMandatory' ? 'policy_Mandatory' : (`policy_${policy}` as const),
    adaptiveMfa.enabled ? 'asked_when_unusual' : 'asked_always',
    ...(factors.includes('BackupCode') ? (['backup_codes'] as const) : []),
    ...(organizationRequiredMfaPolicy === 'Mandatory' ? (['organization'] as const) : []),
    'elsewhere',
  ] as const;
};
