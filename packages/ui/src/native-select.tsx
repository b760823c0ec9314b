import type { ComponentProps } from 'react';
import styles from './control.module.css';
import { useFieldControl } from './field.tsx';

type NativeSelectProps = Omit<ComponentProps<'select'>, 'className' | 'style' | 'size'> & {
  size?: 'medium' | 'large';
  options: { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
};

/** One of a list, by the device's own picker: light, and at home on a phone. */
export const NativeSelect = ({ size, options, placeholder, ...rest }: NativeSelectProps) => {
  const field = useFieldControl();
  return (
    <select {...field} {...rest} className={styles.control} data-size={size}>
      <option value="">{placeholder}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
};
