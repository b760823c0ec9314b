import { type Ref, useId, useState } from 'react';
import styles from './check-list.module.css';
import { Checkbox } from './checkbox.tsx';
import type { ComboboxOption } from './combobox.tsx';
import { useFieldGroup } from './field.tsx';
import { SearchInput } from './search-input.tsx';
import { Skeleton } from './skeleton.tsx';
import { useUiText } from './ui-text.tsx';

export type CheckGroup = { id: string; title: string; options: ComboboxOption[] };

type CheckListProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  /** Undefined while loading. */
  groups: CheckGroup[] | undefined;
  searchPlaceholder?: string;
  /** Said when there is nothing to choose from. */
  emptyText: string;
  ref?: Ref<HTMLInputElement>;
};

/** Several of some hundred, in groups: searched by their words, taken one by one or a group at a time. */
export function CheckList({ value, onChange, groups, searchPlaceholder, emptyText, ref }: CheckListProps) {
  const { t } = useUiText();
  const field = useFieldGroup();
  const [query, setQuery] = useState('');
  const matches = ({ label, detail = '' }: ComboboxOption) =>
    `${label} ${detail}`.toLowerCase().includes(query.trim().toLowerCase());
  const shown = groups
    ?.map(group => ({ ...group, options: group.options.filter(matches) }))
    .filter(({ options }) => options.length > 0);
  const message = groups?.every(({ options }) => options.length === 0) ? emptyText : t('no_matches');
  const set = (options: ComboboxOption[], isOn: boolean) => {
    const others = value.filter(taken => !options.some(option => option.value === taken.value));
    onChange(isOn ? [...others, ...options] : others);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the field's label names the group
    <div role="group" {...field} className={styles.list}>
      <div className={styles.search}>
        <SearchInput
          ref={ref}
          value={query}
          onChange={setQuery}
          placeholder={searchPlaceholder}
          debounceMs={100}
        />
      </div>
      <div className={styles.options}>
        {!shown && <Skeleton width="60%" />}
        {shown?.length === 0 && <p className={styles.message}>{message}</p>}
        {shown?.map(group => (
          <Group key={group.id} group={group} value={value} onSet={set} />
        ))}
      </div>
    </div>
  );
}

type GroupProps = {
  group: CheckGroup;
  value: ComboboxOption[];
  onSet: (options: ComboboxOption[], isOn: boolean) => void;
};

function Group({ group: { title, options }, value, onSet }: GroupProps) {
  const id = useId();
  const isTaken = (option: ComboboxOption) => value.some(taken => taken.value === option.value);
  const count = options.filter(isTaken).length;
  return (
    <div className={styles.group}>
      <div className={styles.title}>
        <Checkbox
          id={`${id}-all`}
          label={title}
          value={count === options.length}
          isIndeterminate={count > 0 && count < options.length}
          onChange={isOn => onSet(options, isOn)}
        />
        <span className={styles.count}>
          {count}/{options.length}
        </span>
      </div>
      {options.map(option => (
        <div key={option.value} className={styles.option}>
          <Checkbox
            id={`${id}-${option.value}`}
            label={option.label}
            help={option.detail}
            value={isTaken(option)}
            onChange={isOn => onSet([option], isOn)}
          />
        </div>
      ))}
    </div>
  );
}
