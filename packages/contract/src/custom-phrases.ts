import { z } from 'zod';
import { defineRows } from './endpoint.ts';
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

const path = '/custom-phrases/:languageTag';

export const customPhrases = defineRows({
  list: {
    method: 'get',
    path: '/custom-phrases',
    summary: 'List the custom text of all languages',
    response: z.array(customPhrase),
    status: 200,
    permission: 'custom-phrases:read',
  },
  read: {
    method: 'get',
    path,
    summary: 'Read the custom text of a language',
    response: customPhrase,
    status: 200,
    permission: 'custom-phrases:read',
    unknown: ['entity.not_found'],
  },
  replace: {
    method: 'put',
    path,
    summary: 'Set the custom text of a language',
    body: translation,
    response: customPhrase,
    status: 201,
    permission: 'custom-phrases:write',
    change: 'custom-phrase',
    errors: ['localization.invalid_translation_structure'],
    unknown: [],
  },
  delete: {
    method: 'delete',
    path,
    summary: 'Delete the custom text of a language',
    status: 204,
    permission: 'custom-phrases:write',
    change: 'custom-phrase',
    errors: ['localization.cannot_delete_default_language'],
  },
});
