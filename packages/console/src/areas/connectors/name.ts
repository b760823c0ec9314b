import { useTranslation } from '../../phrases.tsx';

type Localized = Readonly<Record<string, string | undefined>>;

/** The name of a connector in the reader's language, or else in English. */
export const useConnectorName = () => {
  const { language } = useTranslation();
  return ({ name, target }: { name: Localized; target: string }) => name[language] || name.en || target;
};

export const useConnectorDescription = () => {
  const { language } = useTranslation();
  return ({ description }: { description: Localized }) => description[language] || description.en;
};
