import { mfa, organizationMfaPolicies } from '@gatehouse/contract/mfa.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { brokenSignInRules } from '@gatehouse/contract/sign-in-rules.ts';
import { z } from 'zod';
import type { useSignInForm } from '../../templates/sign-in-settings.tsx';

const fields = z.object({
  mfa: mfa.extend({
    organizationRequiredMfaPolicy: z.enum(organizationMfaPolicies),
    allowWeakerFactors: z.boolean(),
  }),
  adaptiveMfa: z.object({ enabled: z.boolean() }),
});
export type MfaValues = z.infer<typeof fields>;
export type MfaForm = ReturnType<typeof useSignInForm<MfaValues>>;

/** Conflicts with sign-in methods are reported here, where the factors can be changed. */
export const mfaFields = ({ signIn, signUp }: SignInExperience) =>
  fields.check(({ value, issues }) => {
    for (const { path, code } of brokenSignInRules({ ...value, signIn, signUp })) {
      issues.push({ code: 'custom', path: [...path], message: code, input: value });
    }
  });

export const readMfa = ({ mfa: saved, adaptiveMfa }: SignInExperience): MfaValues => ({
  mfa: { organizationRequiredMfaPolicy: 'NoPrompt', allowWeakerFactors: false, ...saved },
  adaptiveMfa: { enabled: adaptiveMfa.enabled ?? false },
});

export const writeMfa = (values: MfaValues): Partial<SignInExperience> => values;
