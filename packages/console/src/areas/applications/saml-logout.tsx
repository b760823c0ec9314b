import { samlBindings } from '@gatehouse/contract/saml.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { FormField } from '../../templates/form-field.tsx';
import type { SamlFields } from './saml-fields.ts';

/** Bindings go by the names of the standard, in every language. */
const bindingName = (binding: string) => binding.slice(binding.lastIndexOf(':') + 1);

/** The single logout endpoint of the service provider. */
export const SamlLogout = ({ form }: { form: UseFormReturn<SamlFields> }) => {
  const t = useT();
  const url = useWatch({ control: form.control, name: 'singleLogout.url' });
  return (
    <FormSection title={t('applications.saml.logout_title')} help={t('applications.saml.logout_help')}>
      <FormField
        form={form}
        name="singleLogout.url"
        label={t('applications.saml.logout_url')}
        inputMode="url"
        isMono
        isOptional
      />
      {url && (
        <>
          <FormField form={form} name="singleLogout.binding" label={t('applications.saml.logout_binding')}>
            {field => (
              <Select
                {...field}
                options={Object.values(samlBindings).map(value => ({ value, label: bindingName(value) }))}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="singleLogout.responseUrl"
            label={t('applications.saml.logout_response_url')}
            help={t('applications.saml.logout_response_url_help')}
            inputMode="url"
            isMono
            isOptional
          />
        </>
      )}
    </FormSection>
  );
};
