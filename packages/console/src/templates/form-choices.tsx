import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import type { ReactNode } from 'react';
import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { type Form, useLabel } from './form-field.tsx';
import { LabelledGroup } from './labelled-group.tsx';
import { messageOf } from './point-at-fields.ts';

type FormChoicesProps<Values extends FieldValues, Name extends FieldPathByValue<Values, string[]>> = {
  form: Form<Values>;
  name: Name;
  label: string;
  help?: string;
  /** The choices. Chosen values keep this order. */
  choices: readonly { value: string; label: string; help?: ReactNode }[];
};

/** A selection of several items in a form, without an order. */
export const FormChoices = <Values extends FieldValues, Name extends FieldPathByValue<Values, string[]>>({
  form,
  name,
  label,
  help,
  choices,
}: FormChoicesProps<Values, Name>) => {
  const { field, fieldState } = useController({ control: form.control, name });
  const chosen: string[] = field.value;
  useLabel(form, name, label);
  return (
    <LabelledGroup
      label={label}
      help={help}
      error={messageOf(fieldState.error)}
      isMarked={form.showsDifferences && fieldState.isDirty}
    >
      {choices.map(({ value, ...words }) => (
        <Checkbox
          key={value}
          {...words}
          value={chosen.includes(value)}
          onChange={isOn =>
            field.onChange(
              choices.map(each => each.value).filter(each => (each === value ? isOn : chosen.includes(each))),
            )
          }
        />
      ))}
    </LabelledGroup>
  );
};
