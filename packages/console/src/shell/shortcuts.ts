import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { visibleAreas } from '../areas.ts';
import { bootstrap } from '../bootstrap.ts';
import { useGoTo } from '../link.tsx';
import { paths } from '../paths.ts';
import { loadAreaPhrases } from '../phrases.tsx';
import { listening } from '../use-key.ts';

/** With the phrases of the palette and the list of shortcuts. */
export const withPhrases = async <Module>(loading: Promise<Module>) => {
  await loadAreaPhrases('console/palette');
  return loading;
};

export const loadPalette = () => withPhrases(import('./palette.tsx'));

/** ⌘K opens the palette, `?` lists the shortcuts, `g` and a letter goes to an area. */
export const useShortcuts = (actions: { onPalette: () => void; onHelp: () => void }) => {
  const goTo = useGoTo();
  const latest = useRef({ ...actions, goTo });
  useEffect(() => {
    latest.current = { ...actions, goTo };
  });

  useEffect(() => {
    const instead = (run: () => void) => (event: KeyboardEvent) => {
      event.preventDefault();
      run();
    };
    const toAreas = visibleAreas(bootstrap.edition).map(({ shortcut, segment }) => [
      `g ${shortcut}`,
      instead(() => latest.current.goTo(paths.area(segment))),
    ]);
    const keys = {
      // The hand that holds the key down is about to press K: by then the palette is there.
      ...Object.fromEntries(['Control', 'Meta'].map(key => [key, () => void loadPalette()])),
      '$mod+k': instead(() => latest.current.onPalette()),
      'Shift+?': instead(() => latest.current.onHelp()),
      ...Object.fromEntries(toAreas),
    };
    return tinykeys(window, keys, listening);
  }, []);
};
