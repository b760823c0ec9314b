import { useEffect, useLayoutEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { visibleAreas } from '../areas.ts';
import { bootstrap } from '../bootstrap.ts';
import { useGoTo } from '../link.tsx';
import { paths } from '../paths.ts';

export const loadPalette = () => import('./palette.tsx');

const takesLetters =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=color])';

const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(takesLetters));

/** Letters are for the field that is being typed in; keys that are held with others mean the same everywhere. */
const listening = {
  ignore: (event: KeyboardEvent) =>
    event.repeat || event.isComposing || (isTyping(event) && !event.ctrlKey && !event.metaKey),
};

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

/** A single key that does this screen's main thing, such as `n` for create. */
export const useKey = (key: string, run: () => void) => {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  // Before the page is painted: what is seen can be used.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      event.preventDefault();
      latest.current();
    };
    return tinykeys(window, { [key]: press }, listening);
  }, [key]);
};
