import { Search, X } from 'lucide-react';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import styles from './control.module.css';
import { IconButton } from './icon-button.tsx';
import { Kbd } from './kbd.tsx';
import { useUiText } from './ui-text.tsx';

type SearchInputProps = {
  value: string;
  /** Called once typing has paused, at once on Enter and when cleared. */
  onChange: (value: string) => void;
  placeholder?: string;
  label?: string;
  debounceMs?: number;
  /** `/` anywhere on the page focuses it. One on a page. */
  hasShortcut?: boolean;
  ref?: Ref<HTMLInputElement>;
};

export function SearchInput({
  value,
  onChange,
  placeholder,
  label,
  debounceMs = 250,
  hasShortcut,
  ref,
}: SearchInputProps) {
  const { t } = useUiText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? value;
  useImperativeHandle(ref, () => input.current!);
  useSlashFocus(input, hasShortcut);

  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => {
      report.current(typed);
      setTyped(undefined);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, debounceMs]);

  const commit = (next: string) => {
    setTyped(undefined);
    onChange(next);
  };
  return (
    <div className={`${styles.control} ${styles.group}`}>
      <Search aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label ?? placeholder ?? t('search')}
        placeholder={placeholder ?? t('search')}
        value={shown}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            // It searches; the form around it waits for its button.
            event.preventDefault();
            commit(event.currentTarget.value);
          }
          if (event.key === 'Escape' && shown) commit('');
        }}
      />
      {shown ? (
        <IconButton size="small" label={t('clear')} icon={<X />} onClick={() => commit('')} />
      ) : (
        hasShortcut && <Kbd isHint>/</Kbd>
      )}
    </div>
  );
}

function useSlashFocus(input: RefObject<HTMLInputElement | null>, isOn = false) {
  useEffect(() => {
    if (!isOn) return;
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable]')
      )
        return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input, isOn]);
}
