import type { Ref } from 'react';
import styles from './color-input.module.css';
import control from './control.module.css';
import { useFieldControl } from './field.tsx';
import { useUiText } from './ui-text.tsx';

type ColorInputProps = {
  /** As `#rrggbb`; may be empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A color: picked from the device's own palette, or typed. */
export function ColorInput({ value, onChange, onBlur, placeholder, disabled, ref }: ColorInputProps) {
  const field = useFieldControl();
  const { t } = useUiText();
  const isColor = /^#[\da-f]{6}$/i.test(value);
  return (
    <div className={`${control.control} ${control.group}`} data-mono dir="ltr">
      <input
        type="color"
        className={styles.swatch}
        aria-label={t('choose_color')}
        data-empty={!isColor || undefined}
        disabled={disabled}
        value={isColor ? value : '#ffffff'}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <input
        {...field}
        ref={ref}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        disabled={disabled}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onBlur}
      />
    </div>
  );
}
