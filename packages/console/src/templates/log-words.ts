import type { AuditKey } from '@gatehouse/contract/audit.ts';
import type audit from '@gatehouse/phrases/en/audit.json';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator, type Translate } from '@gatehouse/phrases/translate.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../phrases.tsx';

type LogWords = (key: AuditKey) => string;

const deliveryPrefix = 'TriggerHook.';

/** Loads the descriptions of log keys. */
export const loadLogWords = async (language: string): Promise<LogWords> => {
  const t: Translate<keyof typeof audit> = createTranslator(language, await loadPhrases(language, 'audit'));
  return key =>
    key.startsWith(deliveryPrefix)
      ? t('TriggerHook', { event: key.slice(deliveryPrefix.length) })
      : t(key as keyof typeof audit);
};

/** The descriptions of log keys. Until they are loaded, the key itself. */
export const useLogWords = (): LogWords => {
  const { language } = useTranslation();
  const { data = key => key } = useQuery({
    queryKey: ['phrases', language, 'audit'],
    queryFn: () => loadLogWords(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
};
