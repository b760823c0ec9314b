import type glossary from '@gatehouse/phrases/en/console/glossary.json';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import { Term } from '@gatehouse/ui/term.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from './phrases.tsx';

export type GlossaryId = keyof (typeof glossary)['glossary'];

/** A standard term, explained where it first appears. The texts are loaded when a reader asks for one. */
export const GlossaryTerm = ({ id, children }: { id: GlossaryId; children: ReactNode }) => {
  const { language } = useTranslation();
  const explain = async () =>
    createTranslator(language, await loadPhrases(language, 'console/glossary'))(`glossary.${id}`);
  return <Term explain={explain}>{children}</Term>;
};
