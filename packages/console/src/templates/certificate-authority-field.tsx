import { TextArea } from '@gatehouse/ui/text-area.tsx';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { useT } from '../phrases.tsx';
import { type Form, FormField } from './form-field.tsx';

/** For a server whose certificate no public authority has signed. */
export const CertificateAuthorityField = <Values extends FieldValues>({
  form,
  name,
}: {
  form: Form<Values>;
  name: FieldPathByValue<Values, string>;
}) => {
  const t = useT();
  return (
    <FormField
      form={form}
      name={name}
      label={t('general.certificate_authority')}
      help={t('general.certificate_authority_help')}
      isOptional
    >
      {field => <TextArea {...field} isMono rows={4} />}
    </FormField>
  );
};
