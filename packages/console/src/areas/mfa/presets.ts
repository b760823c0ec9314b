import type { MfaForm, MfaValues } from './fields.ts';

export const presetNames = ['off', 'optional', 'required', 'risk'] as const;
export type PresetName = (typeof presetNames)[number];

/** Needs nothing from the tenant, and leaves no user without their device locked out. */
const usualFactors: MfaValues['mfa']['factors'] = ['Totp', 'WebAuthn', 'BackupCode'];

const rules = {
  optional: { policy: 'UserControlled', isAdaptive: false },
  required: { policy: 'Mandatory', isAdaptive: false },
  risk: { policy: 'Mandatory', isAdaptive: true },
} as const;

/** The preset that these settings are; `null` for others. */
export const presetOf = ({ mfa, adaptiveMfa }: MfaValues): PresetName | null => {
  if (mfa.factors.length === 0) return 'off';
  const isRule = ([, { policy, isAdaptive }]: [string, (typeof rules)[keyof typeof rules]]) =>
    policy === mfa.policy && isAdaptive === adaptiveMfa.enabled;
  return (Object.entries(rules).find(isRule)?.[0] as PresetName | undefined) ?? null;
};

/** Keeps the factors that are chosen already. */
export const applyPreset = (form: MfaForm, preset: PresetName) => {
  const options = { shouldDirty: true, shouldValidate: true };
  if (preset === 'off') {
    form.setValue('mfa.factors', [], options);
    form.setValue('adaptiveMfa.enabled', false, options);
    return;
  }
  const { policy, isAdaptive } = rules[preset];
  const { factors } = form.getValues('mfa');
  if (factors.length === 0) form.setValue('mfa.factors', usualFactors, options);
  form.setValue('mfa.policy', policy, options);
  form.setValue('adaptiveMfa.enabled', isAdaptive, options);
};
