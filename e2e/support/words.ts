import { loadPhrases, type Namespace, type Namespaces } from '../../packages/phrases/src/load.ts';
import { createTranslator, type PhraseKey, type Phrases } from '../../packages/phrases/src/translate.ts';

/** What a screen says in a language. */
export const wordsOf = async <N extends Namespace>(language: string, namespace: N) =>
  createTranslator<PhraseKey<Namespaces[N]>>(language, (await loadPhrases(language, namespace)) as Phrases);
