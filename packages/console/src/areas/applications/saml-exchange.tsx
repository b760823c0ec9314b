import { signedElements } from '@gatehouse/contract/saml.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { samlAddresses } from './endpoint-addresses.ts';
import type { SamlFields } from './saml-fields.ts';

type Props = { form: UseFormReturn<SamlFields>; id: string };

/** Verification of requests that the service provider signs, and IdP-initiated sign-in. */
export const SamlExchange = ({ form, id }: Props) => {
  const t = useT();
  const isBegunHere = useWatch({ control: form.control, name: 'idpInitiated.isAllowed' });
  return (
    <>
      <FormSection title={t('applications.saml.requests_title')} help={t('applications.saml.requests_help')}>
        <FormField
          form={form}
          name="requestSigning.certificate"
          label={t('applications.saml.request_certificate')}
          help={t('applications.saml.encryption_certificate_help')}
          isOptional
        >
          {field => <TextArea {...field} isMono rows={5} />}
        </FormField>
        <FormSwitch
          form={form}
          name="requestSigning.isRequired"
          label={t('applications.saml.require_signed')}
        />
      </FormSection>
      <FormSection
        title={t('applications.saml.initiated_title')}
        help={t('applications.saml.initiated_help')}
      >
        <FormSwitch form={form} name="idpInitiated.isAllowed" label={t('applications.saml.initiated')} />
        {isBegunHere && (
          <>
            <KeyValueList
              items={[
                {
                  key: t('applications.saml.initiated_url'),
                  value: <CopyText text={samlAddresses(id).begin} />,
                },
              ]}
            />
            <FormField
              form={form}
              name="idpInitiated.relayState"
              label={t('applications.saml.relay_state')}
              isMono
              isOptional
            />
          </>
        )}
      </FormSection>
    </>
  );
};

/** The parts of a SAML response that the signature covers. */
export const SignedElement = ({ form }: Pick<Props, 'form'>) => {
  const t = useT();
  return (
    <FormField form={form} name="signedElement" label={t('applications.saml.signed_element')}>
      {field => (
        <Select
          {...field}
          options={signedElements.map(value => ({
            value,
            label: t(`applications.saml.signed_elements.${value}`),
          }))}
        />
      )}
    </FormField>
  );
};
