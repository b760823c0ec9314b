import { Plus, X } from 'lucide-react';
import { type Ref, useContext, useEffect, useRef } from 'react';
import control from './control.module.css';
import { useFieldGroup } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './multi-text-input.module.css';
import { useUiText } from './ui-text.tsx';
import { VisibleLabel } from './visible-label.ts';

type MultiTextInputProps = {
  value: string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  /** Errors by line, at the index of the line they belong to. */
  errors?: (string | undefined)[];
  placeholder?: string;
  addLabel?: string;
  isMono?: boolean;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A list of texts, one to a line, each with its own error. There is always one line to type in. */
export function MultiTextInput({
  value,
  onChange,
  onBlur,
  errors = [],
  placeholder,
  addLabel,
  isMono = true,
  disabled,
  ref,
}: MultiTextInputProps) {
  const { t } = useUiText();
  const group = useFieldGroup();
  const visibleLabel = useContext(VisibleLabel);
  const list = useRef<HTMLDivElement>(null);
  const shouldFocusLast = useRef(false);
  const lines = value.length > 0 ? value : [''];

  useEffect(() => {
    if (!shouldFocusLast.current) return;
    shouldFocusLast.current = false;
    const inputs = list.current?.querySelectorAll('input');
    inputs?.[inputs.length - 1]?.focus();
  });

  const add = () => {
    shouldFocusLast.current = true;
    onChange([...lines, '']);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the field's label names the group
    <div role="group" {...group} className={styles.lines} ref={list}>
      {lines.map((line, index) => {
        const error = errors[index];
        const errorId =
          error && group['aria-labelledby'] ? `${group['aria-labelledby']}-${index}` : undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place, its text changes at every key
          <div key={index}>
            <div className={`${control.control} ${control.group}`} data-mono={isMono || undefined}>
              <input
                ref={index === 0 ? ref : undefined}
                aria-labelledby={visibleLabel ?? group['aria-labelledby']}
                aria-describedby={errorId}
                aria-invalid={error ? true : undefined}
                placeholder={placeholder}
                disabled={disabled}
                value={line}
                onBlur={onBlur}
                onChange={({ currentTarget }) => onChange(lines.with(index, currentTarget.value))}
                onKeyDown={event => {
                  if (event.key !== 'Enter' || !line) return;
                  event.preventDefault();
                  add();
                }}
              />
              {lines.length > 1 && !disabled && (
                <IconButton
                  size="small"
                  icon={<X />}
                  label={t('remove_named', { name: line || String(index + 1) })}
                  onClick={() => onChange(lines.toSpliced(index, 1))}
                />
              )}
            </div>
            {error && (
              <div id={errorId} className={styles.error} role="alert">
                {error}
              </div>
            )}
          </div>
        );
      })}
      {!disabled && (
        <button type="button" className={styles.add} onClick={add}>
          <Plus aria-hidden />
          {addLabel ?? t('add_another')}
        </button>
      )}
    </div>
  );
}
