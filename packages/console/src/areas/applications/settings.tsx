import { type ApplicationDetail, applications, confidentialTypes } from '@gatehouse/contract/applications.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { lazy, Suspense } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CustomDataField } from '../../templates/custom-data-field.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormSwitch } from '../../templates/form-field.tsx';
import { useTravellingForm } from '../../templates/travelling-form.ts';
import { AccessControl } from './access-control.tsx';
import { type AccessFields, useAccessFields, useSaveAccess } from './access-rules.ts';
import { Endpoints } from './endpoints.tsx';
import { GeneralSection } from './general-section.tsx';
import { Redirects } from './redirects.tsx';
import { Registered } from './registered.tsx';
import { Secrets } from './secrets.tsx';
import { SecurityProfile } from './security-profile.tsx';
import { settingsFields, signsPeopleIn, toSettingsBody, toSettingsForm } from './settings-fields.ts';
import { StepUp } from './step-up.tsx';
import { TokenSettings } from './token-settings.tsx';

const SamlSettings = lazy(() =>
  import('./saml-settings.tsx').then(module => ({ default: module.SamlSettings })),
);
const ProtectedSettings = lazy(() =>
  import('./protected-settings.tsx').then(module => ({ default: module.ProtectedSettings })),
);

export const ApplicationSettings = () => {
  const { type } = useEntity<ApplicationDetail>();
  if (type !== 'SAML' && type !== 'Protected') return <OidcSettings />;
  return <Suspense>{type === 'SAML' ? <SamlSettings /> : <ProtectedSettings />}</Suspense>;
};

const OidcSettings = () => {
  const { id, type } = useEntity<ApplicationDetail>();
  const access = useAccessFields(id, signsPeopleIn(type));
  if (access.failure) return access.failure;
  return access.data ? <Settings access={access.data} /> : <DelayedLoading />;
};

const Settings = ({ access }: { access: AccessFields }) => {
  const t = useT();
  const application = useEntity<ApplicationDetail>();
  const { id, type } = application;
  const update = useWrite(applications.update);
  const saveAccess = useSaveAccess(id, access);
  const form = useTravellingForm({
    schema: settingsFields(type),
    now: application,
    read: settings => toSettingsForm(settings, access),
    // Access rules and roles are other objects.
    hasOthers: true,
    savedMessage: t('applications.saved'),
    save: async values => {
      await saveAccess(values.access);
      await update.mutateAsync({ params: { id }, body: toSettingsBody(values, application) });
    },
  });
  return (
    <EditForm form={form}>
      {application.registration && <Registered {...application.registration} />}
      <GeneralSection form={form} nameField="name" descriptionField="description" />
      <Endpoints />
      {confidentialTypes.includes(type) && <Secrets />}
      {signsPeopleIn(type) && <Redirects form={form} />}
      {signsPeopleIn(type) && <TokenSettings form={form} />}
      <SecurityProfile form={form} />
      {signsPeopleIn(type) && <StepUp form={form} />}
      {signsPeopleIn(type) && <AccessControl form={form} />}
      {type === 'MachineToMachine' && (
        <FormSection
          title={t('applications.settings.access_title')}
          help={t('applications.settings.access_help')}
        >
          <FormSwitch
            form={form}
            name="isAdmin"
            label={t('applications.settings.is_admin')}
            help={t('applications.settings.is_admin_help')}
          />
        </FormSection>
      )}
      <FormSection
        title={t('applications.settings.custom_data')}
        help={t('applications.settings.custom_data_help')}
      >
        <CustomDataField form={form} name="customData" label={t('applications.settings.custom_data')} />
      </FormSection>
    </EditForm>
  );
};
