import { Plus, X } from 'lucide-react';
import { type Ref, useEffect, useRef } from 'react';
import control from './control.module.css';
import { useFieldGroup } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import lines from './multi-text-input.module.css';
import styles from './pairs-input.module.css';
import { useUiText } from './ui-text.tsx';

export type Pair = { name: string; value: string };

type PairsInputProps = {
  value: Pair[];
  onChange: (value: Pair[]) => void;
  onBlur?: () => void;
  /** Errors by line, at the index of the line they belong to. */
  errors?: (string | undefined)[];
  nameLabel: string;
  valueLabel: string;
  ref?: Ref<HTMLInputElement>;
};

/** Names with their values, a pair to a line. There is always one line to type in. */
export function PairsInput({
  value,
  onChange,
  onBlur,
  errors = [],
  nameLabel,
  valueLabel,
  ref,
}: PairsInputProps) {
  const { t } = useUiText();
  const group = useFieldGroup();
  const list = useRef<HTMLDivElement>(null);
  const shouldFocusLast = useRef(false);
  const pairs = value.length > 0 ? value : [{ name: '', value: '' }];

  useEffect(() => {
    if (!shouldFocusLast.current) return;
    shouldFocusLast.current = false;
    [...(list.current?.querySelectorAll('input') ?? [])].at(-2)?.focus();
  });

  const add = () => {
    shouldFocusLast.current = true;
    onChange([...pairs, { name: '', value: '' }]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the field's label names the group
    <div role="group" {...group} className={lines.lines} ref={list}>
      {pairs.map((pair, index) => {
        const change = (part: Partial<Pair>) => onChange(pairs.with(index, { ...pair, ...part }));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place, its text changes at every key
          <div key={index}>
            <div className={styles.pair}>
              <input
                ref={index === 0 ? ref : undefined}
                className={control.control}
                data-mono
                dir="ltr"
                aria-label={nameLabel}
                aria-invalid={errors[index] ? true : undefined}
                placeholder={nameLabel}
                value={pair.name}
                onBlur={onBlur}
                onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              />
              <input
                className={control.control}
                data-mono
                dir="ltr"
                aria-label={valueLabel}
                placeholder={valueLabel}
                value={pair.value}
                onBlur={onBlur}
                onChange={({ currentTarget }) => change({ value: currentTarget.value })}
              />
              <IconButton
                size="small"
                icon={<X />}
                label={t('remove_named', { name: pair.name || String(index + 1) })}
                onClick={() => onChange(pairs.toSpliced(index, 1))}
              />
            </div>
            {errors[index] && (
              <div className={lines.error} role="alert">
                {errors[index]}
              </div>
            )}
          </div>
        );
      })}
      <button type="button" className={lines.add} onClick={add}>
        <Plus aria-hidden />
        {t('add_another')}
      </button>
    </div>
  );
}
