import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import type english from '@gatehouse/phrases/en/experience.json';
import { createTranslator, type PhraseKey } from '@gatehouse/phrases/translate.ts';

export type Key = PhraseKey<typeof english>;

/** Everything the first screen needs; the server put it into the page. */
export const data: ExperiencePage = JSON.parse(
  document.getElementById('gatehouse-data')?.textContent ?? '{}',
);

export let t = createTranslator<Key>(data.language, data.phrases);

/** The preview in the console changes its settings at any time. All other pages have fixed ones. */
export const replaceData = (page: ExperiencePage) => {
  Object.assign(data, page);
  t = createTranslator<Key>(page.language, page.phrases);
};

export const applicationName = data.application?.displayName ?? data.application?.name;
