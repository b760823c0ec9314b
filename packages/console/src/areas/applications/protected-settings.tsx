import { type ApplicationDetail, application, applications } from '@gatehouse/contract/applications.ts';
import {
  type ProtectedAppMetadata,
  protectedAppMetadata,
  siteSessionLimits,
} from '@gatehouse/contract/client-metadata.ts';
import { parsePathPattern } from '@gatehouse/contract/path-patterns.ts';
import { userDataScopes } from '@gatehouse/contract/scopes.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DurationInput } from '@gatehouse/ui/duration-input.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { ExternalLink } from 'lucide-react';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CustomDataField, customDataText } from '../../templates/custom-data-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormChoices } from '../../templates/form-choices.tsx';
import { type Form, FormField } from '../../templates/form-field.tsx';
import { FormLines, lines, writtenLines } from '../../templates/form-lines.tsx';
import { AccessControl } from './access-control.tsx';
import { type AccessFields, guardedFields, useAccessFields, useSaveAccess } from './access-rules.ts';
import { siteAddress } from './endpoint-addresses.ts';
import { Endpoints } from './endpoints.tsx';
import { GeneralSection } from './general-section.tsx';
import { scopeWord } from './scope-word.ts';
import { SiteDomainSection } from './site-domain.tsx';

const { origin, sessionDuration } = protectedAppMetadata.shape;
const pattern = z
  .string()
  .refine(path => parsePathPattern(path) !== undefined, { error: 'validation.path_pattern' });

/** The form has the shape of the request, so that the server's complaints find their fields. */
const fields = z.object({
  name: application.shape.name,
  description: z.string(),
  customData: customDataText,
  ...guardedFields,
  protectedAppMetadata: z.object({
    origin,
    sessionDuration: sessionDuration
      .nullable()
      .refine((seconds): boolean => seconds !== null, { error: 'validation.required' }),
    pageRules: lines(pattern),
    additionalScopes: z.array(z.enum(userDataScopes)),
  }),
});
type SiteFields = z.infer<typeof fields>;

/** The others are always there. */
const chosenScopes = userDataScopes.filter(scope => scope !== 'profile' && scope !== 'email');

const headers = [
  'X-Gatehouse-User-Id',
  'X-Gatehouse-User-Name',
  'X-Gatehouse-User-Email',
  'X-Gatehouse-Id-Token',
].join('\n');

export const ProtectedSettings = () => {
  const saved = useEntity<ApplicationDetail>();
  const access = useAccessFields(saved.id, true);
  if (access.failure) return access.failure;
  if (!access.data) return <DelayedLoading />;
  const site = saved.protectedAppMetadata;
  return site && <Settings saved={saved} site={site} access={access.data} />;
};

type SettingsProps = { saved: ApplicationDetail; site: ProtectedAppMetadata; access: AccessFields };

const Settings = ({ saved, site, access }: SettingsProps) => {
  const t = useT();
  const form = useSiteForm({ saved, site, access });
  return (
    <EditForm form={form}>
      <GeneralSection form={form} nameField="name" descriptionField="description" />
      <SiteSection form={form} host={site.host} />
      <FormSection
        title={t('applications.protected.rules_title')}
        help={t('applications.protected.rules_help')}
      >
        <FormLines
          form={form}
          name="protectedAppMetadata.pageRules"
          label={t('applications.protected.rules')}
          help={t('applications.protected.rules_lines_help')}
          placeholder={t('applications.protected.rule_placeholder')}
          addLabel={t('applications.protected.add_rule')}
          isOptional
        />
      </FormSection>
      <IdentitySection form={form} />
      <AccessControl form={form} />
      <SiteDomainSection />
      <Endpoints />
      <FormSection
        title={t('applications.settings.custom_data')}
        help={t('applications.settings.custom_data_help')}
      >
        <CustomDataField form={form} name="customData" label={t('applications.settings.custom_data')} />
      </FormSection>
    </EditForm>
  );
};

const useSiteForm = ({ saved, site, access }: SettingsProps) => {
  const t = useT();
  const { id, name, description, customData } = saved;
  const update = useWrite(applications.update);
  const saveAccess = useSaveAccess(id, access);
  return useEditForm<SiteFields>({
    schema: fields,
    values: {
      name,
      description: description ?? '',
      customData: JSON.stringify(customData, undefined, 2),
      appLevelAccessControlEnabled: saved.appLevelAccessControlEnabled ?? false,
      access,
      protectedAppMetadata: {
        origin: site.origin,
        sessionDuration: site.sessionDuration,
        pageRules: site.pageRules.map(({ path }) => path),
        additionalScopes: site.additionalScopes ?? [],
      },
    },
    savedMessage: t('applications.saved'),
    save: async ({ protectedAppMetadata: values, ...others }) => {
      await saveAccess(others.access);
      await update.mutateAsync({
        params: { id },
        body: {
          name: others.name,
          description: others.description || null,
          customData: JSON.parse(others.customData),
          appLevelAccessControlEnabled: others.appLevelAccessControlEnabled,
          protectedAppMetadata: {
            ...values,
            sessionDuration: values.sessionDuration ?? siteSessionLimits.usual,
            pageRules: writtenLines(values.pageRules).map(path => ({ path })),
          },
        },
      });
    },
  });
};

const SiteSection = ({ form, host }: { form: Form<SiteFields>; host: string }) => {
  const t = useT();
  const address = siteAddress(host);
  return (
    <FormSection title={t('applications.protected.site_title')} help={t('applications.protected.site_help')}>
      <KeyValueList
        items={[{ key: t('applications.protected.address'), value: <CopyText text={address} /> }]}
      />
      <Row>
        <Button icon={<ExternalLink />} href={address} target="_blank">
          {t('applications.protected.open')}
        </Button>
      </Row>
      <FormField
        form={form}
        name="protectedAppMetadata.origin"
        label={t('applications.protected.origin')}
        help={t('applications.protected.origin_help')}
        placeholder={t('applications.protected.origin_placeholder')}
        inputMode="url"
        isMono
      />
      <FormField
        form={form}
        name="protectedAppMetadata.sessionDuration"
        label={t('applications.protected.session')}
        help={t('applications.protected.session_help')}
      >
        {field => <DurationInput {...field} />}
      </FormField>
    </FormSection>
  );
};

const IdentitySection = ({ form }: { form: Form<SiteFields> }) => {
  const t = useT();
  return (
    <FormSection
      title={t('applications.protected.identity_title')}
      help={t('applications.protected.identity_help')}
    >
      <CodeBlock label={t('applications.protected.headers')} code={headers} />
      <FormChoices
        form={form}
        name="protectedAppMetadata.additionalScopes"
        label={t('applications.protected.scopes')}
        help={t('applications.protected.scopes_help')}
        choices={chosenScopes.map(value => ({
          value,
          label: t(`applications.permissions.user_scopes.${scopeWord(value)}`),
        }))}
      />
    </FormSection>
  );
};
