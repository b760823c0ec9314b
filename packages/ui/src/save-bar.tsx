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
};

/** Appears at the bottom of a page with unsaved changes. The last thing inside the page. */
export function SaveBar({ isShown, fields = [], onDiscard, onSave, isSaving = false }: SaveBarProps) {
  const text = useUiText();
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });

  useEffect(() => {
    if (!isShown) return;
    const saveOnShortcut = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.shiftKey) return;
      event.preventDefault();
      if (!isSaving) save.current();
    };
    document.addEventListener('keydown', saveOnShortcut);
    return () => document.removeEventListener('keydown', saveOnShortcut);
  }, [isShown, isSaving]);

  if (!isShown) return null;
  return (
    <section className={styles.bar} aria-label={text.unsavedChanges}>
      <span className={styles.words} role="status">
        {fields.length === 0 ? text.unsavedChanges : text.unsavedChangesTo(listed(fields, text.listFormat))}
      </span>
      <span className={styles.actions}>
        <Button variant="quiet" onClick={onDiscard} disabled={isSaving}>
          {text.discard}
        </Button>
        <Button variant="primary" kbd={commandKey('S')} onClick={onSave} isLoading={isSaving}>
          {text.saveChanges}
        </Button>
      </span>
    </section>
  );
}

/** "a, b and c" in the reader's language, the names in bold. */
function listed(fields: string[], language: string): ReactNode {
  const parts = new Intl.ListFormat(language).formatToParts(fields);
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: commas have no other identity
    part.type === 'element' ? <b key={index}>{part.value}</b> : part.value,
  );
}
