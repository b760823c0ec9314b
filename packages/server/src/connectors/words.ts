import english from '@gatehouse/phrases/en/connectors.json' with { type: 'json' };
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator, type PhraseKey, type Translate } from '@gatehouse/phrases/translate.ts';

export type ConnectorWord = PhraseKey<typeof english>;
export type ConnectorWords = Translate<ConnectorWord>;

export const inEnglish: ConnectorWords = createTranslator('en', english);

/** Texts of social and enterprise connectors in a language. */
export const connectorWords = async (language: string): Promise<ConnectorWords> =>
  createTranslator(language, await loadPhrases(language, 'connectors'), english);
