import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { visibleAreas } from '../areas.tsx';
import { bootstrap } from '../bootstrap.ts';
import { useGoTo } from '../link.tsx';
import { paths } from '../paths.ts';

export const loadPalette = () => import('./palette.tsx');

const takesLetters =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=color])';

const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(takesLetters));

/** ⌘K opens the palette, `?` lists the shortcuts, `g` and a letter goes to an area. */
export const useShortcuts = (actions: { onPalette: () => void; onHelp: () => void }) => {
  const goTo = useGoTo();
  const latest = useRef({ ...actions, goTo });
  useEffect(() => {
    latest.current = { ...actions, goTo };
  });

  useEffect(() => {
    const unlessTyping = (run: () => void) => (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      event.preventDefault();
      run();
    };
    const toAreas = visibleAreas(bootstrap.edition).map(({ shortcut, segment }) => [
      `g ${shortcut}`,
      unlessTyping(() => latest.current.goTo(paths.area(segment))),
    ]);
    return tinykeys(window, {
      // The hand that holds the key down is about to press K: by then the palette is there.
      ...Object.fromEntries(['Control', 'Meta'].map(key => [key, () => void loadPalette()])),
      '$mod+k': event => {
        event.preventDefault();
        latest.current.onPalette();
      },
      'Shift+?': unlessTyping(() => latest.current.onHelp()),
      ...Object.fromEntries(toAreas),
    });
  }, []);
};

/** A single key that does this screen's main thing, such as `n` for create. */
export const useKey = (key: string, run: () => void) => {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () =>
      tinykeys(window, {
        [key]: event => {
          if (isTyping(event)) return;
          event.preventDefault();
          latest.current();
        },
      }),
    [key],
  );
};
