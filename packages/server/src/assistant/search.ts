import { readFileSync } from 'node:fs';
import type { Passage } from '@gatehouse/docs/pages.ts';
import { createSearchIndex } from '@gatehouse/docs/search-index.ts';

export type DocsSearch = ReturnType<typeof createDocsSearch>;

/** Finds the passages that a question is about, best first. The index is built for the first question, not at the start. */
export const createDocsSearch = (file: string) => {
  const load = () => {
    const passages = JSON.parse(readFileSync(file, 'utf8')) as Passage[];
    return { index: createSearchIndex(passages), byId: new Map(passages.map(each => [each.id, each])) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  return (question: string, count: number): Passage[] => {
    loaded ??= load();
    const { index, byId } = loaded;
    const found = index.search(question);
    const best = found[0]?.score ?? 0;
    return found
      .filter(({ score }) => score >= best / 4)
      .slice(0, count)
      .flatMap(({ id }) => byId.get(id) ?? []);
  };
};
