import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { nameIdFormats, samlBindings } from '@gatehouse/contract/saml.ts';
import { type SamlApplication, samlApplications } from '@gatehouse/contract/saml-applications.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CustomDataField } from '../../templates/custom-data-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { AccessControl } from './access-control.tsx';
import { type AccessFields, useAccessFields, useSaveAccess } from './access-rules.ts';
import { GeneralSection } from './general-section.tsx';
import { SamlCertificates } from './saml-certificates.tsx';
import { SamlExchange, SignedElement } from './saml-exchange.tsx';
import { type SamlFields, samlFields } from './saml-fields.ts';
import { SamlImport } from './saml-import.tsx';
import { SamlLogout } from './saml-logout.tsx';
import { SamlMetadata } from './saml-metadata.tsx';

export const SamlSettings = () => {
  const { id } = useEntity<ApplicationDetail>();
  const read = useReadOrFailure(samlApplications.read, { params: { id } });
  const access = useAccessFields(id, true);
  const failure = read.failure ?? access.failure;
  if (failure) return failure;
  if (!read.data || !access.data) return <DelayedLoading />;
  return <Settings application={read.data} access={access.data} />;
};

const formats = ['persistent', 'emailAddress', 'transient', 'unspecified'] as const;

const Settings = ({ application, access }: { application: SamlApplication; access: AccessFields }) => {
  const t = useT();
  const form = useSamlForm(application, access);
  return (
    <EditForm form={form}>
      <GeneralSection form={form} nameField="name" descriptionField="description" />
      <ServiceProviderSection form={form} application={application} />
      <SamlMetadata />
      <SamlCertificates />
      <EncryptionSection form={form} />
      <SamlExchange form={form} id={application.id} />
      <SamlLogout form={form} />
      <AccessControl form={form} />
      <FormSection
        title={t('applications.settings.custom_data')}
        help={t('applications.settings.custom_data_help')}
      >
        <CustomDataField form={form} name="customData" label={t('applications.settings.custom_data')} />
      </FormSection>
    </EditForm>
  );
};

const valuesOf = (application: SamlApplication, access: AccessFields): SamlFields => {
  const { name, description, customData, entityId, acsUrl, encryption, nameIdFormat } = application;
  const { signedElement, requestSigning, idpInitiated, singleLogout } = application;
  return {
    name,
    description: description ?? '',
    customData: JSON.stringify(customData, undefined, 2),
    appLevelAccessControlEnabled: application.appLevelAccessControlEnabled ?? false,
    access,
    entityId: entityId ?? '',
    acsUrl: { url: acsUrl?.url ?? '' },
    nameIdFormat,
    signedElement,
    requestSigning: requestSigning ?? { certificate: '', isRequired: false },
    singleLogout: {
      url: singleLogout?.url ?? '',
      binding: singleLogout?.binding ?? samlBindings.redirect,
      responseUrl: singleLogout?.responseUrl ?? '',
    },
    idpInitiated: { isAllowed: idpInitiated !== null, relayState: idpInitiated?.relayState ?? '' },
    encryption: {
      encryptAssertion: encryption?.encryptAssertion ?? false,
      encryptThenSign: encryption?.encryptThenSign ?? false,
      certificate: encryption?.certificate ?? '',
    },
  };
};

const bodyOf = (values: SamlFields) => ({
  name: values.name,
  description: values.description || null,
  customData: JSON.parse(values.customData),
  appLevelAccessControlEnabled: values.appLevelAccessControlEnabled,
  entityId: values.entityId || null,
  acsUrl: values.acsUrl.url ? { binding: samlBindings.post, url: values.acsUrl.url } : null,
  nameIdFormat: values.nameIdFormat,
  signedElement: values.signedElement,
  requestSigning: values.requestSigning.certificate ? values.requestSigning : null,
  singleLogout: values.singleLogout.url
    ? { ...values.singleLogout, responseUrl: values.singleLogout.responseUrl || undefined }
    : null,
  idpInitiated: values.idpInitiated.isAllowed
    ? { relayState: values.idpInitiated.relayState || undefined }
    : null,
  encryption: values.encryption.encryptAssertion ? values.encryption : null,
});

/** The form of a SAML application, and who may use the application. */
const useSamlForm = (application: SamlApplication, access: AccessFields) => {
  const t = useT();
  const { id } = application;
  const update = useWrite(samlApplications.update);
  const saveAccess = useSaveAccess(id, access);
  return useEditForm({
    schema: samlFields,
    values: valuesOf(application, access),
    savedMessage: t('applications.saved'),
    save: async values => {
      await saveAccess(values.access);
      await update.mutateAsync({ params: { id }, body: bodyOf(values) });
    },
  });
};

const ServiceProviderSection = ({
  form,
  application,
}: {
  form: UseFormReturn<SamlFields>;
  application: SamlApplication;
}) => {
  const t = useT();
  return (
    <FormSection title={t('applications.saml.provider_title')} help={t('applications.saml.provider_help')}>
      <SamlImport application={application} />
      <FormField
        form={form}
        name="entityId"
        label={t('applications.saml.entity_id')}
        term="entity_id"
        placeholder={t('applications.saml.entity_id_placeholder')}
        isMono
      />
      <FormField
        form={form}
        name="acsUrl.url"
        label={t('applications.saml.acs_url')}
        term="acs_url"
        help={t('applications.saml.acs_url_help')}
        placeholder={t('applications.saml.acs_url_placeholder')}
        inputMode="url"
        isMono
      />
      <FormField
        form={form}
        name="nameIdFormat"
        label={t('applications.saml.name_id_format')}
        help={t('applications.saml.name_id_format_help')}
      >
        {field => (
          <Select
            {...field}
            options={formats.map(format => ({
              value: nameIdFormats[format],
              label: t(`applications.saml.name_id_formats.${format}`),
              detail: nameIdFormats[format],
            }))}
          />
        )}
      </FormField>
      <SignedElement form={form} />
    </FormSection>
  );
};

const EncryptionSection = ({ form }: { form: UseFormReturn<SamlFields> }) => {
  const t = useT();
  const isEncrypted = useWatch({ control: form.control, name: 'encryption.encryptAssertion' });
  return (
    <FormSection
      title={t('applications.saml.encryption_title')}
      help={t('applications.saml.encryption_help')}
    >
      <FormSwitch
        form={form}
        name="encryption.encryptAssertion"
        label={t('applications.saml.encrypt')}
        help={t('applications.saml.encrypt_help')}
      />
      {isEncrypted && (
        <>
          <FormField
            form={form}
            name="encryption.certificate"
            label={t('applications.saml.encryption_certificate')}
            help={t('applications.saml.encryption_certificate_help')}
          >
            {field => <TextArea {...field} isMono rows={5} />}
          </FormField>
          <FormSwitch
            form={form}
            name="encryption.encryptThenSign"
            label={t('applications.saml.encrypt_then_sign')}
            help={t('applications.saml.encrypt_then_sign_help')}
          />
        </>
      )}
    </FormSection>
  );
};
