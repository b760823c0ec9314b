import { listFormat } from '@gatehouse/phrases/formatters.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { commandKey } from './kbd.tsx';
import styles from './save-bar.module.css';
import { useUiText } from './ui-text.tsx';

type SaveBarProps = {
  isShown: boolean;
  /** The labels of the changed fields, in the words of the form. */
  fields?: string[];
  onDiscard: () => void;
  /** Also on ⌘S / Ctrl-S. */
  onSave: () => void;
  isSaving?: boolean;
  /** Why it cannot be saved by this person. Below other content, the button says it. */
  refusal?: string;
  /** Nothing would change, said in a sentence. */
  unchanged?: string;
  /** If the fields were not changed by typing. */
  words?: Partial<SaveBarWords>;
  /** Above the words. */
  children?: ReactNode;
  /** Another way to save, before the main one. */
  alternative?: ReactNode;
};

export type SaveBarWords = {
  title: string;
  changed: (fields: string) => string;
  discard: string;
  save: string;
};

/** Appears at the bottom of a page with unsaved changes. The last thing inside the page. */
export function SaveBar(props: SaveBarProps) {
  const { isShown, fields = [], onDiscard, onSave, isSaving = false, refusal, alternative } = props;
  const { unchanged, children } = props;
  const { t, language } = useUiText();
  const words: SaveBarWords = {
    title: t('unsaved_changes'),
    changed: (names: string) => t('unsaved_changes_to', { fields: names }),
    discard: t('discard'),
    save: t('save_changes'),
    ...props.words,
  };
  const cannotSave = refusal !== undefined || unchanged !== undefined;
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });

  useEffect(() => {
    if (!isShown) return;
    const saveOnShortcut = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.shiftKey) return;
      event.preventDefault();
      if (!isSaving && !cannotSave) save.current();
    };
    document.addEventListener('keydown', saveOnShortcut);
    return () => document.removeEventListener('keydown', saveOnShortcut);
  }, [isShown, isSaving, cannotSave]);

  if (!isShown) return null;
  return (
    <section className={styles.bar} data-bottom-actions aria-label={words.title}>
      {children && <div className={styles.above}>{children}</div>}
      <span className={styles.words} role="status">
        {(children ? undefined : refusal) ??
          unchanged ??
          (fields.length === 0 ? words.title : sentence(words.changed(place), fields, language))}
      </span>
      <span className={styles.actions}>
        <Button variant="quiet" onClick={onDiscard} disabled={isSaving}>
          {words.discard}
        </Button>
        {alternative}
        <Button
          variant="primary"
          kbd={commandKey('S')}
          onClick={onSave}
          isLoading={isSaving}
          disabled={cannotSave}
          title={refusal}
        >
          {words.save}
        </Button>
      </span>
    </section>
  );
}

/** Stands where the names go, so that every language can put them where it wants. */
const place = '\u0000';

/** "Unsaved changes to a, b and c" in the reader's language, the names in bold. */
function sentence(words: string, fields: string[], language: string): ReactNode {
  const [before, after] = words.split(place);
  const names = listFormat(language)
    .formatToParts(fields)
    .map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: commas have no other identity
      part.type === 'element' ? <b key={index}>{part.value}</b> : part.value,
    );
  return (
    <>
      {before}
      {names}
      {after}
    </>
  );
}
