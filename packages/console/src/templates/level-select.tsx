import { type Acr, multiFactorAcr, phishingResistantAcr } from '@gatehouse/contract/authentication-levels.ts';
import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
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

/** How strongly users must have signed in. */
export const LevelSelect = (field: {
  value: Level;
  onChange: (level: Level) => void;
  onBlur?: () => void;
}) => {
  const t = useT();
  const { data } = useRead(signInExperienceRows.read, {}, { hideErrors: true });
  const hasPasskeys = data?.mfa.factors.includes('WebAuthn') || data?.passkeySignIn.enabled;
  return (
    <Stack gap={2}>
      <Select
        {...field}
        options={levels.map(value => ({ value, label: t(`authentication_levels.${words[value]}`) }))}
      />
      {field.value === phishingResistantAcr && data && !hasPasskeys && (
        <Callout tone="warning">{t('authentication_levels.no_passkeys')}</Callout>
      )}
    </Stack>
  );
};
