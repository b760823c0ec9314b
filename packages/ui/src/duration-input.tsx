import { ChevronDown } from 'lucide-react';
import { type Ref, useState } from 'react';
import control from './control.module.css';
import styles from './duration-input.module.css';
import { NumberInput } from './number-input.tsx';
import { useUiText } from './ui-text.tsx';

const units = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };
type Unit = keyof typeof units;
const unitNames: Unit[] = ['seconds', 'minutes', 'hours', 'days'];

/** The largest unit in which the time is a whole number. */
const fittingUnit = (seconds: number | null): Unit =>
  unitNames.findLast(unit => seconds && seconds % units[unit] === 0) ?? 'seconds';

type DurationInputProps = {
  value: number | null;
  onChange: (seconds: number | null) => void;
  onBlur?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A time span, kept in seconds and shown in the unit that fits. */
export function DurationInput({ value, onChange, onBlur, disabled, ref }: DurationInputProps) {
  const { t } = useUiText();
  const [chosenUnit, setChosenUnit] = useState<Unit>();
  const unit = chosenUnit ?? fittingUnit(value);
  const shown = value === null ? null : value / units[unit];

  return (
    <div className={styles.duration}>
      <NumberInput
        ref={ref}
        disabled={disabled}
        onBlur={onBlur}
        value={shown}
        onChange={amount => {
          setChosenUnit(unit);
          onChange(amount === null ? null : Math.round(amount * units[unit]));
        }}
      />
      <span className={styles.unit}>
        <select
          className={control.control}
          aria-label={t('unit')}
          disabled={disabled}
          value={unit}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value as Unit;
            setChosenUnit(next);
            if (value !== null) onChange(Math.round((value / units[unit]) * units[next]));
          }}
        >
          {unitNames.map(name => (
            <option key={name} value={name}>
              {t(name, { count: shown ?? 0 })}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden />
      </span>
    </div>
  );
}
