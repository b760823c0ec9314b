import { directionOf } from '@gatehouse/phrases/languages.ts';
import { Direction } from '@gatehouse/ui/direction.tsx';
import { UiTextProvider } from '@gatehouse/ui/ui-text.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from './phrases.tsx';

/** The kit speaks the reader's language and runs its way. */
export const KitText = ({ children }: { children: ReactNode }) => {
  const { kitText, language } = useTranslation();
  return (
    <UiTextProvider t={kitText} language={language}>
      <Direction dir={directionOf(language)}>{children}</Direction>
    </UiTextProvider>
  );
};
