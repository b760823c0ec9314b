import { X } from 'lucide-react';
import { type Ref, useState } from 'react';
import control from './control.module.css';
import { useFieldControl } from './field.tsx';
import styles from './tag-input.module.css';
import { useUiText } from './ui-text.tsx';

type TagInputProps = {
  value: string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  /** Marks an entry as invalid. It stays so that it can be corrected. */
  isValid?: (entry: string) => boolean;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
};

const separators = /[\s,;]+/;

/** Several short entries, such as email addresses: space, Enter, comma or leaving adds, backspace selects the last and then removes it. */
export function TagInput({ value, onChange, onBlur, isValid, placeholder, ref }: TagInputProps) {
  const { t } = useUiText();
  const field = useFieldControl();
  const [typed, setTyped] = useState('');
  const [isLastSelected, setIsLastSelected] = useState(false);

  const add = (entries: string) => {
    setTyped('');
    const fresh = entries.split(separators).filter(entry => entry && !value.includes(entry));
    if (fresh.length > 0) onChange([...value, ...new Set(fresh)]);
  };
  const backspace = () => {
    if (!isLastSelected) return setIsLastSelected(value.length > 0);
    setIsLastSelected(false);
    onChange(value.slice(0, -1));
  };
  return (
    <div className={`${control.control} ${styles.tags}`}>
      {value.map((entry, index) => (
        <span
          key={entry}
          className={styles.tag}
          data-selected={(isLastSelected && index === value.length - 1) || undefined}
          data-invalid={(isValid && !isValid(entry)) || undefined}
        >
          {entry}
          <button
            type="button"
            aria-label={t('remove_named', { name: entry })}
            onClick={() => onChange(value.filter(other => other !== entry))}
          >
            <X aria-hidden />
          </button>
        </span>
      ))}
      <input
        {...field}
        ref={ref}
        value={typed}
        placeholder={value.length === 0 ? placeholder : undefined}
        onChange={({ currentTarget }) => {
          setIsLastSelected(false);
          if (separators.test(currentTarget.value)) add(currentTarget.value);
          else setTyped(currentTarget.value);
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && typed) {
            event.preventDefault();
            add(typed);
          }
          if (event.key === 'Backspace' && !typed) backspace();
        }}
        onBlur={() => {
          setIsLastSelected(false);
          add(typed);
          onBlur?.();
        }}
      />
    </div>
  );
}
