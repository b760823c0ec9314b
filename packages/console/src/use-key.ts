import { useEffect, useLayoutEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

const takesLetters =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=color])';

const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(takesLetters));

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

/** Letters are for the field that is being typed in; keys that are held with others mean the same everywhere. */
export const listening = {
  ignore: (event: KeyboardEvent) =>
    event.repeat || event.isComposing || (isTyping(event) && !event.ctrlKey && !event.metaKey),
};
