import { CSPProvider } from '@base-ui/react/csp-provider';
import type english from '@gatehouse/phrases/en/kit.json';
import type { PhraseKey, Translate } from '@gatehouse/phrases/translate.ts';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

type UiText = { t: Translate<PhraseKey<typeof english>>; language: string };

const UiTextContext = createContext<UiText | undefined>(undefined);

/**
 * The kit's own words, and the language that its dates and lists are written in. Around everything. Our policy lets no
 * style elements in: what they would say is in `base.css`.
 */
export function UiTextProvider({ t, language, children }: UiText & { children: ReactNode }) {
  const text = useMemo(() => ({ t, language }), [t, language]);
  return (
    <UiTextContext value={text}>
      <CSPProvider disableStyleElements>{children}</CSPProvider>
    </UiTextContext>
  );
}

export function useUiText() {
  const text = useContext(UiTextContext);
  if (!text) throw new Error('The kit needs a UiTextProvider around it.');
  return text;
}
