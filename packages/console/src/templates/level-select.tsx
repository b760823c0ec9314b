import { type Acr, multiFactorAcr, phishingResistantAcr } from '@gatehouse/contract/authentication-levels.ts';
import { Select } from '@gatehouse/ui/select.tsx';
import { z } from 'zod';
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
  return (
    <Select
      {...field}
      options={levels.map(value => ({ value, label: t(`authentication_levels.${words[value]}`) }))}
    />
  );
};
