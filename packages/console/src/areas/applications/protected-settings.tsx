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
import { ExternalLink } from 'lucide-react';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CustomDataField, customDataText } from '../../templates/custom-data-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { FormLines, lines, writtenLines } from '../../templates/form-lines.tsx';
import { siteAddress } from './addresses.ts';
import { Endpoints } from './endpoints.tsx';
import { GeneralSection } from './general-section.tsx';
import { SiteDomainSection } from './site-domain.tsx';
import { SiteScopes } from './site-scopes.tsx';

const { origin, sessionDuration } = protectedAppMetadata.shape;
const pattern = z
  .string()
  .refine(path => parsePathPattern(path) !== undefined, { error: 'validation.path_pattern' });

/** The form has the shape of the request, so that the server's complaints find their fields. */
const fields = z.object({
  name: application.shape.name,
  description: z.string(),
  customData: customDataText,
  protectedAppMetadata: z.object({
    origin,
    sessionDuration: sessionDuration
      .nullable()
      .refine((seconds): boolean => seconds !== null, { error: 'validation.required' }),
    pageRules: lines(pattern),
    additionalScopes: z.array(z.enum(userDataScopes)),
  }),
});
export type SiteFields = z.infer<typeof fields>;

const headers = [
  'X-Gatehouse-User-Id',
  'X-Gatehouse-User-Name',
  'X-Gatehouse-User-Email',
  'X-Gatehouse-Id-Token',
].join('\n');

export const ProtectedSettings = () => {
  const saved = useEntity<ApplicationDetail>();
  return saved.protectedAppMetadata && <Settings saved={saved} site={saved.protectedAppMetadata} />;
};

const Settings = ({ saved, site }: { saved: ApplicationDetail; site: ProtectedAppMetadata }) => {
  const t = useT();
  const { id, name, description, customData } = saved;
  const update = useWrite(applications.update);
  const form = useEditForm<SiteFields>({
    schema: fields,
    values: {
      name,
      description: description ?? '',
      customData: JSON.stringify(customData, undefined, 2),
      protectedAppMetadata: {
        origin: site.origin,
        sessionDuration: site.sessionDuration,
        pageRules: site.pageRules.map(({ path }) => path),
        additionalScopes: site.additionalScopes ?? [],
      },
    },
    savedMessage: t('applications.saved'),
    save: ({ protectedAppMetadata: values, ...others }) =>
      update.mutateAsync({
        params: { id },
        body: {
          name: others.name,
          description: others.description || null,
          customData: JSON.parse(others.customData),
          protectedAppMetadata: {
            ...values,
            sessionDuration: values.sessionDuration ?? siteSessionLimits.usual,
            pageRules: writtenLines(values.pageRules).map(path => ({ path })),
          },
        },
      }),
  });
  const address = siteAddress(site.host);
  return (
    <EditForm form={form}>
      <GeneralSection form={form} nameField="name" descriptionField="description" />
      <FormSection
        title={t('applications.protected.site_title')}
        help={t('applications.protected.site_help')}
      >
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
      <FormSection
        title={t('applications.protected.identity_title')}
        help={t('applications.protected.identity_help')}
      >
        <CodeBlock label={t('applications.protected.headers')} code={headers} />
        <SiteScopes form={form} />
      </FormSection>
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
