import { clearableUrl } from '@gatehouse/contract/fields.ts';
import {
  type SsoConnectorWithProvider,
  ssoConnector,
  ssoConnectors,
  ssoDomain,
} from '@gatehouse/contract/sso-connectors.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { lines, writtenLines } from '../../templates/form-lines.tsx';
import { ImageField } from '../../templates/image-field.tsx';
import { DomainLines } from './domain-lines.tsx';

const experienceFields = z.object({
  connectorName: ssoConnector.shape.connectorName,
  domains: lines(ssoDomain),
  branding: z.object({ displayName: z.string(), logo: clearableUrl, darkLogo: clearableUrl }),
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
});

export const EnterpriseSsoExperience = () => {
  const t = useT();
  const { connectorName, providerType } = useEntity<SsoConnectorWithProvider>();
  const form = useExperienceForm();
  return (
    <EditForm form={form}>
      <FormSection title={t('enterprise_sso.who')} help={t('enterprise_sso.who_help')}>
        <FormField form={form} name="connectorName" label={t('general.name')} />
        <DomainLines form={form} />
      </FormSection>
      <FormSection title={t('enterprise_sso.looks')} help={t('enterprise_sso.looks_help')}>
        <FormField
          form={form}
          name="branding.displayName"
          label={t('enterprise_sso.display_name')}
          placeholder={connectorName}
          isOptional
        />
        <FormField form={form} name="branding.logo" label={t('enterprise_sso.logo')} isOptional>
          {field => <ImageField {...field} />}
        </FormField>
        <FormField form={form} name="branding.darkLogo" label={t('enterprise_sso.logo_dark')} isOptional>
          {field => <ImageField {...field} />}
        </FormField>
      </FormSection>
      <FormSection title={t('enterprise_sso.profile')} help={t('enterprise_sso.profile_help')}>
        <FormSwitch
          form={form}
          name="syncProfile"
          label={t('enterprise_sso.sync_profile')}
          help={t('enterprise_sso.sync_profile_help')}
        />
        {providerType === 'oidc' && (
          <FormSwitch
            form={form}
            name="enableTokenStorage"
            label={t('enterprise_sso.token_storage')}
            help={t('enterprise_sso.token_storage_help')}
          />
        )}
      </FormSection>
    </EditForm>
  );
};

const useExperienceForm = () => {
  const t = useT();
  const { id, connectorName, domains, branding, syncProfile, enableTokenStorage, providerType } =
    useEntity<SsoConnectorWithProvider>();
  const update = useWrite(ssoConnectors.update);
  return useEditForm({
    schema: experienceFields,
    values: {
      connectorName,
      domains,
      branding: {
        displayName: branding.displayName ?? '',
        logo: branding.logo ?? '',
        darkLogo: branding.darkLogo ?? '',
      },
      syncProfile,
      enableTokenStorage,
    },
    savedMessage: t('enterprise_sso.saved'),
    save: ({ enableTokenStorage: keepsTokens, ...values }) => {
      const { displayName, logo, darkLogo } = values.branding;
      return update.mutateAsync({
        params: { id },
        body: {
          ...values,
          domains: writtenLines(values.domains),
          branding: {
            ...(displayName ? { displayName } : {}),
            ...(logo ? { logo } : {}),
            ...(darkLogo ? { darkLogo } : {}),
          },
          ...(providerType === 'oidc' ? { enableTokenStorage: keepsTokens } : {}),
        },
      });
    },
  });
};
