import type audit from '@gatehouse/phrases/en/audit.json';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator, type Translate } from '@gatehouse/phrases/translate.ts';
import { useQuery } from '@tanstack/react-query';
import { useSpeech } from '../phrases.tsx';

/** What the keys of the log mean; the key itself until that is known. */
export const useLogWords = () => {
  const { language } = useSpeech();
  const { data } = useQuery({
    queryKey: ['phrases', language, 'audit'],
    queryFn: () => loadPhrases(language, 'audit'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const say: Translate<keyof typeof audit> = data ? createTranslator(language, data) : key => key;
  return say;
};
