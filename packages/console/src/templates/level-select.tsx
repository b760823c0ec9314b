import { type Acr, multiFactorAcr, phishingResistantAcr } from '@gatehouse/contract/authentication-levels.ts';
import { type SignInExperience, signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { z } from 'zod';
import { useRead } from '../api.ts';
import { useT } from '../phrases.tsx';

/** One factor is what every sign-in has: asking for it asks for nothing. */
const levels = ['', multiFactorAcr, phishingResistantAcr] as const;
export const levelField = z.enum(levels);
export type Level = z.infer<typeof levelField>;

export const toLevel = (acr: Acr | null | undefined): Level => levels.find(level => level === acr) ?? '';

const words = { '': 'any', [multiFactorAcr]: 'mfa', [phishingResistantAcr]: 'phishing_resistant' } as const;
export const levelWords = (level: Level) => `authentication_levels.${words[level]}` as const;

/** Whether any user can reach the level, with an enabled MFA factor or with a passkey alone. */
const isReachable = (
  level: Level,
  { mfa, passkeySignIn }: Pick<SignInExperience, 'mfa' | 'passkeySignIn'>,
) => {
  if (level === '' || passkeySignIn.enabled) return true;
  return mfa.factors.some(factor =>
    level === multiFactorAcr ? factor !== 'BackupCode' : factor === 'WebAuthn',
  );
};

/** The authentication level that users must reach. */
export const LevelSelect = (field: {
  value: Level;
  onChange: (level: Level) => void;
  onBlur?: () => void;
}) => {
  const t = useT();
  const { data } = useRead(signInExperienceRows.read, {}, { hideErrors: true });
  return (
    <Stack gap={2}>
      <Select {...field} options={levels.map(value => ({ value, label: t(levelWords(value)) }))} />
      {data && !isReachable(field.value, data) && (
        <Callout tone="warning">
          {t(`authentication_levels.${field.value === multiFactorAcr ? 'no_factors' : 'no_passkeys'}`)}
        </Callout>
      )}
    </Stack>
  );
};
