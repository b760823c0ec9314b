import { z } from 'zod';
import { id } from './fields.ts';
import { languageTag } from './languages.ts';

export type Translation = { [key: string]: string | Translation };

export const translation: z.ZodType<Translation> = z.record(
  z.string(),
  z.union([z.string(), z.lazy(() => translation)]),
);

/** The texts of the sign-in pages that a tenant words differently. */
export const customPhrase = z.object({ tenantId: id, id, languageTag, translation });
export type CustomPhrase = z.infer<typeof customPhrase>;

/** The dotted keys of a translation that the built-in phrases do not have. */
export const unknownPhraseKeys = (custom: Translation, builtIn: Translation, prefix = ''): string[] =>
  Object.entries(custom).flatMap(([key, value]) => {
    const known = Object.hasOwn(builtIn, key) ? builtIn[key] : undefined;
    if (typeof value === 'string') return typeof known === 'string' ? [] : [prefix + key];
    return typeof known === 'object' ? unknownPhraseKeys(value, known, `${prefix}${key}.`) : [prefix + key];
  });
