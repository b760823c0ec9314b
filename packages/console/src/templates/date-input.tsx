import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useState } from 'react';

type DateInputProps = {
  type: 'date' | 'datetime-local';
  label: string;
  value: string;
  onChange: (value: string) => void;
  min?: string;
  max?: string;
  isInvalid?: boolean;
};

/**
 * A date that lives in the URL. The typed value is kept here meanwhile: the URL updates too late for the native field,
 * which would restart with every digit, and half a year is not a year.
 */
export const DateInput = ({ label, value, onChange, isInvalid, max, ...rest }: DateInputProps) => {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      {...rest}
      // After four digits of the year, the focus moves on.
      max={max ?? (rest.type === 'date' ? '9999-12-31' : '9999-12-31T23:59')}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (!currentTarget.value.startsWith('0')) onChange(currentTarget.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
};
