import { useState } from 'react';

/** Rows that were chosen in a list. They stay chosen on its other pages. */
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
    setKeys,
    clear: () => setChosen(new Map()),
  };
};
