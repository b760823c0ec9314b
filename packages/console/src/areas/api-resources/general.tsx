import { type Resource, resources } from '@gatehouse/contract/resources.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DurationInput } from '@gatehouse/ui/duration-input.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { Explained } from '../../templates/explained.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { isManagementApi } from './management-api.ts';
import { MetadataDocument } from './metadata-document.tsx';

const generalFields = z.object({
  name: resources.create.body.shape.name,
  accessTokenTtl: z.number().int().min(1),
  isDefault: z.boolean(),
});

export const ApiResourceGeneral = () => {
  const t = useT();
  const resource = useEntity<Resource>();
  const { id, name, indicator, accessTokenTtl, isDefault } = resource;
  const update = useWrite(resources.update);
  const setDefault = useWrite(resources.setDefault);
  const isLocked = isManagementApi(resource);
  const form = useEditForm({
    schema: generalFields,
    values: { name, accessTokenTtl, isDefault },
    savedMessage: t('api_resources.saved'),
    save: async ({ isDefault: shouldBeDefault, ...body }) => {
      await update.mutateAsync({ params: { id }, body });
      if (shouldBeDefault === isDefault) return;
      await setDefault.mutateAsync({ params: { id }, body: { isDefault: shouldBeDefault } });
    },
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('api_resources.general.title')} help={t('api_resources.general.help')}>
        <FormField form={form} name="name" label={t('general.name')} disabled={isLocked} />
      </FormSection>
      <FormSection
        title={t('api_resources.general.token_title')}
        help={t('api_resources.general.token_help')}
      >
        <Explained term="audience" label={t('api_resources.general.audience')}>
          <CopyText text={indicator} />
        </Explained>
        <FormField
          form={form}
          name="accessTokenTtl"
          label={t('api_resources.general.access_token_ttl')}
          help={t('api_resources.general.access_token_ttl_help')}
        >
          {field => <DurationInput {...field} disabled={isLocked} />}
        </FormField>
      </FormSection>
      <FormSection
        title={t('api_resources.general.default_title')}
        help={t('api_resources.general.default_help')}
      >
        <FormSwitch
          form={form}
          name="isDefault"
          label={t('api_resources.general.is_default')}
          disabled={isLocked}
        />
      </FormSection>
      {!isLocked && <MetadataDocument />}
    </EditForm>
  );
};
