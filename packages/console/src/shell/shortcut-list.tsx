import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { commandKey, Kbd } from '@gatehouse/ui/kbd.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { visibleAreas } from '../areas.ts';
import { useBackCloses } from '../back-closes.ts';
import { bootstrap } from '../bootstrap.ts';
import { useT } from '../phrases.tsx';

/** Every shortcut, in a dialog. */
export const ShortcutList = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  useBackCloses(onClose);
  const keys = (...names: string[]) => names.map(name => <Kbd key={name}>{name}</Kbd>);
  return (
    <Dialog isOpen onClose={onClose} title={t('shell.keyboard_shortcuts')}>
      <KeyValueList
        hasShortValues
        items={[
          { key: t('shortcuts.palette'), value: keys(commandKey('K')) },
          { key: t('shortcuts.list'), value: keys('?') },
          { key: t('shortcuts.search'), value: keys('/') },
          { key: t('shortcuts.create'), value: keys('N') },
          { key: t('shortcuts.save'), value: keys(commandKey('S')) },
          { key: t('shortcuts.entries'), value: keys('J', 'K') },
          ...visibleAreas(bootstrap.edition).flatMap(({ title, shortcut }) =>
            shortcut
              ? [{ key: t('shortcuts.go_to', { area: t(title) }), value: keys('G', shortcut.toUpperCase()) }]
              : [],
          ),
        ]}
      />
    </Dialog>
  );
};
