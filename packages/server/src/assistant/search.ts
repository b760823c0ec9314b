import MiniSearch from 'minisearch';
import type { Guides, Passage } from './guides.ts';

/** Words that are in every question and say nothing about it. */
const common = new Set(
  'a an and are as at be by can do does for from get how i in is it me my of on or our that the there this to up use want what when where which who why will with you your'.split(
    ' ',
  ),
);

export type GuideSearch = ReturnType<typeof createGuideSearch>;

/** Finds the passages that a question is about, best first. The index is made for the first question, not at the start. */
export const createGuideSearch = (guides: Guides) => {
  let index: MiniSearch<Passage> | undefined;
  return (question: string, count: number): Passage[] => {
    const passages = [...guides.values()].flatMap(guide => guide.passages);
    index ??= indexOf(passages);
    const found = index.search(question);
    const best = found[0]?.score ?? 0;
    return found
      .filter(({ score }) => score >= best / 4)
      .slice(0, count)
      .flatMap(({ id }) => passages.find(passage => passage.id === id) ?? []);
  };
};

const indexOf = (passages: Passage[]) => {
  const index = new MiniSearch<Passage>({
    fields: ['heading', 'title', 'text'],
    processTerm: term => {
      const word = term.toLowerCase();
      return common.has(word) ? null : stemOf(word);
    },
    searchOptions: { boost: { heading: 3, title: 2 }, prefix: term => term.length > 3, fuzzy: 0.15 },
  });
  index.addAll(passages);
  return index;
};

/** One word for "key" and "keys", "rotate" and "rotating". */
const stemOf = (word: string) => (word.length > 4 ? word.replace(/(ing|ies|ed|es|s|e|y)$/, '') : word);
