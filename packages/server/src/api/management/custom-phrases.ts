import {
  type CustomPhrase,
  type customPhrases as rows,
  unknownPhraseKeys,
} from '@gatehouse/contract/custom-phrases.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { isLanguageTag } from '@gatehouse/contract/languages.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { loadSignInExperience } from '../../domain/sign-in-experience.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const customPhrases: Handlers<typeof rows> = {
  async list({ db }) {
    const phrases = await db.selectFrom('customPhrases').selectAll().orderBy('languageTag').execute();
    return phrases.map(present);
  },

  async read({ db, params }) {
    const phrase = await db
      .selectFrom('customPhrases')
      .selectAll()
      .where('languageTag', '=', params.languageTag)
      .executeTakeFirst();
    if (!phrase) throw new RequestError('entity.not_found');
    return present(phrase);
  },

  async replace({ tx, params, body }) {
    const { languageTag } = params;
    if (!isLanguageTag(languageTag)) {
      const violation = { path: 'languageTag', code: 'validation.language_tag', values: {} } as const;
      throw new RequestError('guard.invalid_input', { violations: [violation] });
    }
    const unknown = unknownPhraseKeys(body, await loadPhrases('en', 'experience'));
    if (unknown.length) {
      throw new RequestError('localization.invalid_translation_structure', { data: { keys: unknown } });
    }
    const updated = await tx.update('customPhrases', { languageTag }, { translation: body });
    return present(
      updated ?? (await tx.insert('customPhrases', { id: generateId(), languageTag, translation: body })),
    );
  },

  async delete({ tx, db, params }) {
    const { languageTag } = params;
    const { languageInfo } = await loadSignInExperience(db);
    if (languageInfo.fallbackLanguage === languageTag) {
      throw new RequestError('localization.cannot_delete_default_language', { data: { languageTag } });
    }
    const deleted = await tx.delete('customPhrases', { languageTag });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};

const present = (row: Selectable<Tables['customPhrases']>) => row as CustomPhrase;
