import { UiTextProvider } from '@gatehouse/ui/ui-text.tsx';
import type { ReactNode } from 'react';
import { useSpeech } from './phrases.tsx';

/** The kit's own words in the reader's language. */
export const KitText = ({ children }: { children: ReactNode }) => {
  const { t, language } = useSpeech();
  return (
    <UiTextProvider
      text={{
        close: t('general.close'),
        cancel: t('general.cancel'),
        discard: t('general.discard'),
        saveChanges: t('general.save_changes'),
        optional: t('general.optional'),
        listFormat: language,
      }}
    >
      {children}
    </UiTextProvider>
  );
};
