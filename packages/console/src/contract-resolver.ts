import { explain } from '@gatehouse/contract/validation.ts';
import { loadPhrases, type Namespaces } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { z } from 'zod';

/** Checks a form by the contract's schema and says what is wrong in the reader's language, as the server would. */
export const contractResolver = <Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  language: string,
): Resolver<Values> => {
  // Loaded with the first form: validation must work without a network.
  const words = loadWords(language);
  return async values => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const say = createTranslator(language, await words.catch(() => loadWords(language)));
    const errors: FieldErrors<Values> = {};
    for (const { path, code, values: details } of explain(parsed.error, values)) {
      set(errors, path.join('.'), { type: code, message: say(code, details) });
    }
    return { values: {}, errors };
  };
};

const loaded = new Map<string, Promise<Namespaces['errors']>>();

const loadWords = (language: string) => {
  const words = loaded.get(language) ?? loadPhrases(language, 'errors');
  loaded.set(language, words);
  words.catch(() => loaded.delete(language));
  return words;
};
