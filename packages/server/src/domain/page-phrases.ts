import type { Translation } from '@gatehouse/contract/custom-phrases.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** The phrases of the sign-in pages in a language, with those that the tenant words differently. */
export const loadPagePhrases = async (
  db: Kysely<Tables>,
  languageTag: string,
  /** Own phrases that are not saved. */
  unsaved?: Translation,
): Promise<Translation> => {
  const own = await db
    .selectFrom('customPhrases')
    .select('translation')
    .where('languageTag', '=', languageTag)
    .executeTakeFirst();
  const builtIn: Translation = await loadPhrases(languageTag, 'experience');
  const worded = unsaved ?? (own?.translation as Translation | undefined);
  return worded ? merge(builtIn, worded) : builtIn;
};

/** The languages that the tenant has custom phrases in. */
export const loadOwnLanguages = async (db: Kysely<Tables>): Promise<string[]> => {
  const rows = await db.selectFrom('customPhrases').select('languageTag').orderBy('languageTag').execute();
  return rows.map(({ languageTag }) => languageTag);
};

const merge = (base: Translation, over: Translation): Translation => {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const known = Object.hasOwn(base, key) ? base[key] : undefined;
    // Phrases come and go with versions: what is no longer a phrase, or another kind of one, is left aside.
    if (typeof known === 'string' && typeof value === 'string' && value) merged[key] = value;
    if (typeof known === 'object' && typeof value === 'object') merged[key] = merge(known, value);
  }
  return merged;
};
