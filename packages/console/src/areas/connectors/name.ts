import { useSpeech } from '../../phrases.tsx';

/** What a connector is called in the reader's language, else in English. */
export const useConnectorName = () => {
  const { language } = useSpeech();
  return ({ name, target }: { name: Record<string, string | undefined>; target: string }) =>
    name[language] || name.en || target;
};
