import { clearableUrl } from '@gatehouse/contract/fields.ts';
import { organizationJit } from '@gatehouse/contract/organization-jit.ts';
import { type Organization, organizations } from '@gatehouse/contract/organizations.ts';
import { patterns } from '@gatehouse/contract/patterns.ts';
import { ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import { Combobox } from '@gatehouse/ui/combobox.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { ReadOnlyFields } from '@gatehouse/ui/read-only-fields.ts';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { TagInput } from '@gatehouse/ui/tag-input.tsx';
import { z } from 'zod';
import { send, useWrite } from '../../api.ts';
import { GlossaryTerm } from '../../glossary-term.tsx';
import { useT } from '../../phrases.tsx';
import { OrganizationRolePicker } from '../../pickers/organization-role-picker.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { CustomDataField, customDataText } from '../../templates/custom-data-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { ImageField } from '../../templates/image-field.tsx';
import { type JustInTime, justInTimeFields, useJustInTime, useSaveJustInTime } from './just-in-time.ts';

const logos = ['logoUrl', 'darkLogoUrl', 'favicon', 'darkFavicon'] as const;

const settingsFields = z.object({
  name: organizations.create.body.shape.name,
  description: z.string().max(256),
  branding: z.record(z.enum(logos), clearableUrl),
  isMfaRequired: z.boolean(),
  customData: customDataText,
  ...justInTimeFields,
});

type SettingsValues = z.infer<typeof settingsFields>;

export const OrganizationSettings = () => {
  const { id } = useEntity<Organization>();
  const justInTime = useJustInTime(id);
  if (justInTime.failure) return justInTime.failure;
  return justInTime.data ? <Settings justInTime={justInTime.data} /> : <DelayedLoading />;
};

const useSettingsForm = (justInTime: JustInTime) => {
  const t = useT();
  const organization = useEntity<Organization>();
  const { id } = organization;
  const update = useWrite(organizations.update);
  const saveJustInTime = useSaveJustInTime(id);
  return useEditForm({
    schema: settingsFields,
    values: {
      name: organization.name,
      description: organization.description ?? '',
      branding: Object.fromEntries(logos.map(logo => [logo, organization.branding[logo] ?? ''])) as Record<
        (typeof logos)[number],
        string
      >,
      isMfaRequired: organization.isMfaRequired,
      customData: JSON.stringify(organization.customData, undefined, 2),
      ...justInTime,
    },
    savedMessage: t('organizations.saved'),
    save: async ({ name, description, branding, isMfaRequired, customData, ...joining }) => {
      await update.mutateAsync({
        params: { id },
        body: {
          name,
          description: description || null,
          branding: Object.fromEntries(Object.entries(branding).filter(([, url]) => url !== '')),
          isMfaRequired,
          customData: JSON.parse(customData),
        },
      });
      await saveJustInTime(justInTime, joining);
    },
  });
};

const Settings = ({ justInTime }: { justInTime: JustInTime }) => {
  const t = useT();
  const form = useSettingsForm(justInTime);
  return (
    <EditForm form={form}>
      <FormSection title={t('organizations.general_title')} help={t('organizations.general_help')}>
        <FormField form={form} name="name" label={t('general.name')} />
        <FormField form={form} name="description" label={t('general.description')} isOptional />
      </FormSection>
      <BrandingSection form={form} />
      <JustInTimeSection form={form} />
      <FormSection title={t('organizations.security_title')} help={t('organizations.security_help')}>
        <FormSwitch
          form={form}
          name="isMfaRequired"
          label={t('organizations.mfa')}
          help={t('organizations.mfa_help')}
        />
      </FormSection>
      <FormSection title={t('organizations.custom_data')} help={t('organizations.custom_data_help')}>
        <CustomDataField form={form} name="customData" label={t('organizations.custom_data')} />
      </FormSection>
    </EditForm>
  );
};

const BrandingSection = ({ form }: { form: Form<SettingsValues> }) => {
  const t = useT();
  return (
    <FormSection title={t('organizations.branding_title')} help={t('organizations.branding_help')}>
      <Grid minWidth="280px">
        {logos.map(logo => (
          <FormField
            key={logo}
            form={form}
            name={`branding.${logo}`}
            label={t(`organizations.branding.${logo}`)}
          >
            {field => <ImageField {...field} />}
          </FormField>
        ))}
      </Grid>
    </FormSection>
  );
};

const JustInTimeSection = ({ form }: { form: Form<SettingsValues> }) => {
  const t = useT();
  const { may, mayDo } = useAbilities();
  return (
    <FormSection
      title={<GlossaryTerm id="jit">{t('organizations.jit_title')}</GlossaryTerm>}
      help={t('organizations.jit_help')}
    >
      <ReadOnlyFields value={!mayDo(organizationJit.replaceEmailDomains)}>
        <FormField
          form={form}
          name="emailDomains"
          label={t('organizations.jit_domains')}
          help={t('organizations.jit_domains_help')}
        >
          {field => (
            <TagInput
              {...field}
              isValid={domain => patterns.domain.test(domain)}
              placeholder={t('organizations.jit_domains_placeholder')}
            />
          )}
        </FormField>
        {may('sso-connectors:read') && (
          <FormField form={form} name="ssoConnectors" label={t('organizations.jit_connectors')} isOptional>
            {field => <Combobox {...field} search={findConnectors} />}
          </FormField>
        )}
        <FormField
          form={form}
          name="roles"
          label={t('organizations.jit_roles')}
          help={t('organizations.jit_roles_help')}
          isOptional
        >
          {field => <OrganizationRolePicker {...field} type="User" />}
        </FormField>
      </ReadOnlyFields>
    </FormSection>
  );
};

const findConnectors = async (query: string) => {
  const found = await send(ssoConnectors.list, {});
  return found
    .filter(({ connectorName }) => connectorName.toLowerCase().includes(query.toLowerCase()))
    .map(({ id, connectorName, providerName }) => ({
      value: id,
      label: connectorName,
      detail: providerName,
    }));
};
