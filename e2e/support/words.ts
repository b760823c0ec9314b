import { loadPhrases, type Namespace, type Namespaces } from '../../packages/phrases/src/load.ts';
import { createTranslator, type PhraseKey, type Phrases } from '../../packages/phrases/src/translate.ts';

/** The phrases of a screen in one language. */
export const wordsOf = async <N extends Namespace>(language: string, namespace: N) => {
  const phrases = (await loadPhrases(language, namespace)) as Phrases;
  return createTranslator<PhraseKey<Namespaces[N]>>(language, phrases, phrases, { product: 'Gatehouse' });
};
