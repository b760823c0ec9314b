import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import type { Form } from '../../templates/form-field.tsx';
import { FormLines } from '../../templates/form-lines.tsx';

/** The email domains of an enterprise, in the field `domains` of a form. */
export const DomainLines = <Values extends FieldValues & { domains: string[] }>({
  form,
}: {
  form: Form<Values>;
}) => {
  const t = useT();
  return (
    <FormLines
      form={form}
      name={'domains' as FieldPathByValue<Values, string[]>}
      label={t('enterprise_sso.domains')}
      help={t('enterprise_sso.domains_help')}
      placeholder={t('enterprise_sso.domain_placeholder')}
      addLabel={t('enterprise_sso.add_domain')}
    />
  );
};
