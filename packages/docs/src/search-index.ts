import MiniSearch from 'minisearch';
import type { Passage } from './pages.ts';

/** Words that are in every question and say nothing about it. */
const common = new Set(
  'a an and are as at be by can do does for from get how i in is it me my of on or our that the there this to up use want what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Pages that list everything mention everything: others come first. */
const lists = /^(audit-events|configuration|error-codes|limits|scopes|troubleshooting|webhook-events)#/;

/** Names such as `DATABASE_URL` and `invalid_grant` are found as a whole, too. */
const wordsOf = (text: string) => [
  ...(text.match(/[\p{L}\p{N}]+/gu) ?? []),
  ...(text.match(/[\p{L}\p{N}]+(?:[_.-][\p{L}\p{N}]+)+/gu) ?? []),
];

/** One word for "key" and "keys", "rotate" and "rotating". */
const stemOf = (word: string) => (word.length > 4 ? word.replace(/(ing|ies|ed|es|s|e|y)$/, '') : word);

export const createSearchIndex = (passages: readonly Passage[]) => {
  const index = new MiniSearch<Passage>({
    fields: ['heading', 'title', 'text'],
    tokenize: wordsOf,
    processTerm: term => {
      const word = term.toLowerCase();
      return common.has(word) ? null : stemOf(word);
    },
    searchOptions: {
      boost: { heading: 3, title: 2 },
      prefix: term => term.length > 3,
      fuzzy: 0.15,
      boostDocument: id => (lists.test(String(id)) ? 0.6 : 1),
    },
  });
  index.addAll(passages);
  return index;
};
