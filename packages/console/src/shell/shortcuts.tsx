import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { commandKey, Kbd } from '@gatehouse/ui/kbd.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { visibleAreas } from '../areas.tsx';
import { bootstrap } from '../bootstrap.ts';
import { useGoTo } from '../link.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';

const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

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

export const Shortcuts = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const t = useT();
  const keys = (...names: string[]) => names.map(name => <Kbd key={name}>{name}</Kbd>);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shell.keyboard_shortcuts')}>
      <KeyValueList
        items={[
          { key: t('shortcuts.palette'), value: keys(commandKey('K')) },
          { key: t('shortcuts.list'), value: keys('?') },
          { key: t('shortcuts.search'), value: keys('/') },
          { key: t('shortcuts.create'), value: keys('N') },
          { key: t('shortcuts.save'), value: keys(commandKey('S')) },
          ...visibleAreas(bootstrap.edition).map(({ title, shortcut }) => ({
            key: t('shortcuts.go_to', { area: t(title) }),
            value: keys('G', shortcut.toUpperCase()),
          })),
        ]}
      />
    </Dialog>
  );
};
