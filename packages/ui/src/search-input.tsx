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
  const { text, type, commit } = useTypedSearch(value, onChange, debounceMs);
  useImperativeHandle(ref, () => input.current!);
  useSlashFocus(input, hasShortcut);

  return (
    <div className={`${styles.control} ${styles.group}`}>
      <Search aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label ?? placeholder ?? t('search')}
        placeholder={placeholder ?? t('search')}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            // It searches; the form around it waits for its button.
            event.preventDefault();
            commit(event.currentTarget.value);
          }
          if (event.key === 'Escape' && text) commit('');
        }}
      />
      {text ? (
        <IconButton size="small" label={t('clear')} icon={<X />} onClick={() => commit('')} />
      ) : (
        hasShortcut && <Kbd isHint>/</Kbd>
      )}
    </div>
  );
}

/**
 * A page takes a moment to return the text as `value`. The field keeps the typed text meanwhile: only a value that the
 * page chose itself replaces it.
 */
function useTypedSearch(value: string, onChange: (value: string) => void, debounceMs: number) {
  const [text, setText] = useState(value);
  const [isTyping, setTyping] = useState(false);
  const [known, setKnown] = useState(value);
  const [told, setTold] = useState<readonly string[]>([]);
  if (value !== known) {
    setKnown(value);
    const answered = told.indexOf(value);
    if (answered >= 0) setTold(told.slice(answered + 1));
    else if (!isTyping) {
      setTold([]);
      setText(value);
    }
  }
  const commit = (next: string) => {
    setText(next);
    setTyping(false);
    if (next === (told.at(-1) ?? known)) return;
    setTold([...told, next]);
    onChange(next);
  };
  const afterPause = useRef(commit);
  useEffect(() => {
    afterPause.current = commit;
  });
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(() => afterPause.current(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text, isTyping, debounceMs]);
  const type = (next: string) => {
    setText(next);
    setTyping(true);
  };
  return { text, type, commit };
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
