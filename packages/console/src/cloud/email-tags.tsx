import { Field } from '@gatehouse/ui/field.tsx';
import { TagInput } from '@gatehouse/ui/tag-input.tsx';
import { useT } from '../phrases.tsx';

/** Text, an at sign, text, a dot, text. */
const emailPattern = /^\S+@\S+\.\S+$/;
const isEmail = (entry: string) => emailPattern.test(entry);

export const validEmails = (entries: readonly string[]) => entries.filter(isEmail);

/** Addresses of people to invite; those that cannot be one are marked, and never sent. */
export const EmailTags = ({
  label,
  help,
  value,
  onChange,
  error: given,
  isOptional,
}: {
  label: string;
  help?: string;
  value: string[];
  onChange: (value: string[]) => void;
  error?: string;
  isOptional?: boolean;
}) => {
  const t = useT();
  const error = value.every(isEmail) ? given : t('tenant_members.errors.invalid_email');
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional}>
      <TagInput
        value={value}
        onChange={onChange}
        isValid={isEmail}
        placeholder={t('tenant_members.email_placeholder')}
      />
    </Field>
  );
};
