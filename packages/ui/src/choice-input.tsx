import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './choice-input.module.css';
import control from './control.module.css';
import { useFieldControl } from './field.tsx';

type Choice = {
  label: string;
  value: string;
  /** The short form of the chosen option: `+49`. */
  shown: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
};

type ChoiceInputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'size'> & {
  size?: 'medium' | 'large';
  choice?: Choice;
};

/** A text input that can have a small choice before it, like the country of a phone number. */
export function ChoiceInput({ size, choice, ...rest }: ChoiceInputProps) {
  const field = useFieldControl();
  return (
    <div className={`${control.control} ${control.group}`} data-size={size}>
      {choice && (
        <span className={styles.choice}>
          <bdi aria-hidden dir="ltr">
            {choice.shown}
          </bdi>
          <ChevronDown aria-hidden />
          <select
            aria-label={choice.label}
            value={choice.value}
            onChange={({ currentTarget }) => choice.onChange(currentTarget.value)}
          >
            {choice.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
      )}
      <input type="text" {...field} {...rest} />
    </div>
  );
}
