import { Field } from '@gatehouse/ui/field.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { type FieldError, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { z } from 'zod';
import { useT } from '../../phrases.tsx';
import type { Form } from '../../templates/form-field.tsx';
import { generatePassword } from './generate-password.ts';

const passwordKinds = ['generated', 'typed', 'none'] as const;
type PasswordKind = (typeof passwordKinds)[number];

/** A password that is made here, or one that is typed, or none. */
export const passwordChoice = z
  .object({ kind: z.enum(passwordKinds), text: z.string().max(256) })
  .refine(({ kind, text }) => kind !== 'typed' || text !== '', {
    path: ['text'],
    error: 'validation.required',
  });
type Choice = z.infer<typeof passwordChoice>;

export const firstChoice: Choice = { kind: 'generated', text: '' };

export const chosenPassword = ({ kind, text }: Choice) =>
  ({ generated: generatePassword, typed: () => text, none: () => undefined })[kind]();

type PasswordChoiceProps<Values extends FieldValues, Name extends FieldPathByValue<Values, Choice>> = {
  form: Form<Values>;
  name: Name;
  label: string;
  kinds?: readonly PasswordKind[];
};

export const PasswordChoice = <Values extends FieldValues, Name extends FieldPathByValue<Values, Choice>>({
  form,
  name,
  label,
  kinds = passwordKinds,
}: PasswordChoiceProps<Values, Name>) => {
  const t = useT();
  const { field, fieldState } = useController({ control: form.control, name });
  const value: Choice = field.value;
  const error = fieldState.error as { text?: FieldError } | undefined;
  return (
    <>
      <Field label={label}>
        <Select
          value={value.kind}
          onChange={kind => field.onChange({ ...value, kind })}
          options={kinds.map(kind => ({ value: kind, label: t(`users.password.kinds.${kind}`) }))}
        />
      </Field>
      {value.kind === 'typed' && (
        <Field label={t('users.password.password')} error={error?.text?.message}>
          <PasswordInput
            ref={field.ref}
            value={value.text}
            onBlur={field.onBlur}
            onChange={({ currentTarget }) => field.onChange({ ...value, text: currentTarget.value })}
            autoComplete="new-password"
          />
        </Field>
      )}
    </>
  );
};
