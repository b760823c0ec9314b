import { useState } from 'react';

/** Rows that were chosen in a list. They stay chosen on its other pages, and when a search hides them. */
export const useSelection = <Item extends { id: string }>(shown: readonly Item[] | undefined) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  const setKeys = (keys: ReadonlySet<string>) => {
    // The table knows the rows of this page only.
    const elsewhere = [...chosen].filter(([id]) => !shown?.some(item => item.id === id));
    const here = (shown ?? []).filter(({ id }) => keys.has(id)).map(item => [item.id, item] as const);
    setChosen(new Map([...elsewhere, ...here]));
  };
  return {
    items: [...chosen.values()],
    keys: new Set(chosen.keys()),
    hiddenCount: [...chosen.keys()].filter(key => !shown?.some(({ id }) => id === key)).length,
    setKeys,
    remove: (id: string) => setChosen(now => new Map([...now].filter(([key]) => key !== id))),
    clear: () => setChosen(new Map()),
  };
};
