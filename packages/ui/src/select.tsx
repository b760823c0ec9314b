import { Select as Base } from '@base-ui/react/select';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import control from './control.module.css';
import { useFieldControl, useFieldGroup } from './field.tsx';
import { OptionLine, type OptionWords } from './option-line.tsx';
import popup from './popup.module.css';
import styles from './select.module.css';
import { useUiText } from './ui-text.tsx';

export type SelectOption<Value extends string> = OptionWords & { value: Value; isDisabled?: boolean };

type SelectProps<Value extends string> = {
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  options: SelectOption<Value>[];
  placeholder?: string;
  disabled?: boolean;
  /** Its name where no field is around it; shown before the value, as in "Type: any". */
  label?: string;
  /** Hides the label visually, for values that are clear without it. */
  isLabelHidden?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** One of a list. */
export function Select<Value extends string>({
  value,
  onChange,
  onBlur,
  options,
  placeholder,
  disabled,
  label,
  isLabelHidden,
  ref,
}: SelectProps<Value>) {
  const { t } = useUiText();
  const field = useFieldControl();
  const group = useFieldGroup();
  const shown = options.find(option => option.value === value);
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={next => next !== null && onChange(next)}
      disabled={disabled}
    >
      <Base.Trigger
        ref={ref}
        {...field}
        aria-labelledby={group['aria-labelledby']}
        aria-label={label}
        onBlur={onBlur}
        className={`${control.control} ${styles.trigger}`}
        data-inline={label ? true : undefined}
      >
        {label && !isLabelHidden && <span className={styles.label}>{t('before_value', { label })}</span>}
        {shown?.icon}
        <span className={styles.value} data-placeholder={!shown || undefined}>
          {shown?.label ?? placeholder ?? t('choose')}
        </span>
        <ChevronDown aria-hidden className={styles.chevron} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          className={popup.positioner}
          sideOffset={5}
          collisionPadding={16}
          alignItemWithTrigger={false}
        >
          <Base.Popup>
            <Base.List className={popup.popup}>
              {options.map(option => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  label={option.label}
                  disabled={option.isDisabled}
                  className={popup.item}
                >
                  <OptionLine {...option} Tick={Base.ItemIndicator} />
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
