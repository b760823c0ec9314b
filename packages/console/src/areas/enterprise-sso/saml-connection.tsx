import { type SsoConnectorWithProvider, ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CertificateAuthorityField } from '../../templates/certificate-authority-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { CheckConnection } from './check-connection.tsx';
import { EncryptionKeys } from './encryption-keys.tsx';
import { factsOf } from './facts.ts';
import { IdentityProviderFacts } from './identity-provider-facts.tsx';
import { OwnFacts } from './own-facts.tsx';
import {
  mappedAttributes,
  metadataWays,
  samlConfigOf,
  samlFields,
  samlValuesOf,
  signatureAlgorithms,
} from './saml-form.ts';
import { SigningKeys } from './signing-keys.tsx';

export const SamlConnection = () => {
  const t = useT();
  const { id, config, providerConfig } = useEntity<SsoConnectorWithProvider>();
  const update = useWrite(ssoConnectors.update);
  const form = useEditForm({
    schema: samlFields,
    values: samlValuesOf(config),
    savedMessage: t('enterprise_sso.saved'),
    save: values => update.mutateAsync({ params: { id }, body: { config: samlConfigOf(values) } }),
  });
  const { defaultAttributeMapping = {}, identityProvider } = factsOf(providerConfig);
  return (
    <EditForm form={form}>
      <FormSection title={t('enterprise_sso.ours')} help={t('enterprise_sso.ours_help')}>
        <OwnFacts />
      </FormSection>
      <ProviderSection form={form} />
      <FormSection title={t('enterprise_sso.saml.mapping')} help={t('enterprise_sso.saml.mapping_help')}>
        {mappedAttributes.map(name => (
          <FormField
            key={name}
            form={form}
            name={`config.attributeMapping.${name}`}
            label={t(`enterprise_sso.saml.attributes.${name}`)}
            placeholder={defaultAttributeMapping[name]}
            isMono
            isOptional
          />
        ))}
      </FormSection>
      <RequestSigning form={form} />
      <FormSection title={t('enterprise_sso.saml.sign_out')} help={t('enterprise_sso.saml.sign_out_help')}>
        <FormSwitch
          form={form}
          name="config.signOutAtProvider"
          label={t('enterprise_sso.saml.sign_out_at_provider')}
          help={t('enterprise_sso.saml.sign_out_at_provider_help')}
        />
      </FormSection>
      <SigningKeys />
      <EncryptionKeys />
      <CheckConnection>{identityProvider && <IdentityProviderFacts {...identityProvider} />}</CheckConnection>
    </EditForm>
  );
};

type SectionProps = { form: Form<z.infer<typeof samlFields>> };

const ProviderSection = ({ form }: SectionProps) => {
  const t = useT();
  const { providerName } = useEntity<SsoConnectorWithProvider>();
  const way = useWatch({ control: form.control, name: 'way' });
  return (
    <FormSection title={t('enterprise_sso.theirs')} help={t(`enterprise_sso.steps.${providerName}`)}>
      <FormField form={form} name="way" label={t('enterprise_sso.saml.way')}>
        {field => (
          <RadioCards
            {...field}
            options={metadataWays.map(value => ({
              value,
              title: t(`enterprise_sso.saml.ways.${value}`),
              description: t(`enterprise_sso.saml.way_texts.${value}`),
            }))}
          />
        )}
      </FormField>
      {way === 'url' && (
        <>
          <FormField
            form={form}
            name="config.metadataUrl"
            label={t('enterprise_sso.saml.metadata_url')}
            placeholder={t('enterprise_sso.saml.metadata_url_placeholder')}
            inputMode="url"
            isMono
          />
          <CertificateAuthorityField form={form} name="config.certificateAuthority" />
        </>
      )}
      {way === 'xml' && (
        <FormField form={form} name="config.metadata" label={t('enterprise_sso.saml.metadata_xml')}>
          {field => <TextArea {...field} isMono rows={8} />}
        </FormField>
      )}
      {way === 'fields' && <TypedMetadata form={form} />}
    </FormSection>
  );
};

/** For providers without metadata. */
const TypedMetadata = ({ form }: SectionProps) => {
  const t = useT();
  return (
    <>
      <FormField form={form} name="config.entityId" label={t('enterprise_sso.saml.entity_id')} isMono />
      <FormField
        form={form}
        name="config.signInEndpoint"
        label={t('enterprise_sso.saml.sign_in_endpoint')}
        inputMode="url"
        isMono
      />
      <FormField
        form={form}
        name="config.logoutEndpoint"
        label={t('enterprise_sso.saml.logout_url')}
        inputMode="url"
        isMono
        isOptional
      />
      <FormField form={form} name="config.x509Certificate" label={t('enterprise_sso.saml.certificate')}>
        {field => <TextArea {...field} isMono rows={8} />}
      </FormField>
    </>
  );
};

const RequestSigning = ({ form }: SectionProps) => {
  const t = useT();
  const isSigned = useWatch({ control: form.control, name: 'config.signAuthnRequest' });
  return (
    <FormSection title={t('enterprise_sso.saml.signing')} help={t('enterprise_sso.saml.signing_help')}>
      <FormSwitch
        form={form}
        name="config.signAuthnRequest"
        label={t('enterprise_sso.saml.sign_requests')}
        help={t('enterprise_sso.saml.sign_requests_help')}
      />
      {isSigned && (
        <FormField
          form={form}
          name="config.requestSignatureAlgorithm"
          label={t('enterprise_sso.saml.algorithm')}
        >
          {field => (
            <Select
              {...field}
              options={signatureAlgorithms.map(value => ({ value, label: value.split('#')[1] ?? value }))}
            />
          )}
        </FormField>
      )}
    </FormSection>
  );
};
