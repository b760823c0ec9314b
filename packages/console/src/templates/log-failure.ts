import type { LogPayload } from '@gatehouse/contract/logs.ts';
import type errors from '@gatehouse/phrases/en/errors.json';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator, type PhraseKey } from '@gatehouse/phrases/translate.ts';
import { useQuery } from '@tanstack/react-query';
import { useSpeech } from '../phrases.tsx';

/** Why something failed, in words; the code itself where nothing better is known. */
export const useLogFailure = (error: LogPayload['error']) => {
  const { language } = useSpeech();
  const { code, message } = partsOf(error);
  const { data } = useQuery({
    queryKey: ['phrases', language, 'errors'],
    queryFn: () => loadPhrases(language, 'errors'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: code !== undefined,
  });
  if (!code) return message;
  const say = data && createTranslator<PhraseKey<typeof errors>>(language, data);
  const words = say?.(code as PhraseKey<typeof errors>);
  return words && words !== code ? words : (message ?? code);
};

const partsOf = (error: LogPayload['error']) => {
  if (typeof error !== 'object') return { code: error };
  const { code, message = error.description } = error;
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
};
