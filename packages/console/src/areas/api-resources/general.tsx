import { type Resource, resources } from '@gatehouse/contract/resources.ts';
import { DurationInput } from '@gatehouse/ui/duration-input.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { isManagementApi } from './management-api.ts';

const generalFields = z.object({
  name: resources.create.body.shape.name,
  accessTokenTtl: z.number().int().min(1),
  isDefault: z.boolean(),
});

export const ApiResourceGeneral = () => {
  const t = useT();
  const resource = useEntity<Resource>();
  const { id, name, accessTokenTtl, isDefault } = resource;
  const update = useWrite(resources.update);
  const setDefault = useWrite(resources.setDefault);
  const isLocked = isManagementApi(resource);
  const { form, errorOf, bar } = useEditForm({
    schema: generalFields,
    values: { name, accessTokenTtl, isDefault },
    labels: {
      name: t('api_resources.name'),
      accessTokenTtl: t('api_resources.general.access_token_ttl'),
      isDefault: t('api_resources.general.default_title'),
    },
    savedMessage: t('api_resources.saved'),
    save: async values => {
      await update.mutateAsync({
        params: { id },
        body: { name: values.name, accessTokenTtl: values.accessTokenTtl },
      });
      if (values.isDefault !== isDefault) {
        await setDefault.mutateAsync({ params: { id }, body: { isDefault: values.isDefault } });
      }
    },
  });
  return (
    <>
      <FormSections>
        <FormSection title={t('api_resources.general.title')} help={t('api_resources.general.help')}>
          <Field label={t('api_resources.name')} error={errorOf('name')}>
            <TextInput disabled={isLocked} {...form.register('name')} />
          </Field>
        </FormSection>
        <FormSection
          title={t('api_resources.general.token_title')}
          help={t('api_resources.general.token_help')}
        >
          <Field
            label={t('api_resources.general.access_token_ttl')}
            help={t('api_resources.general.access_token_ttl_help')}
            error={errorOf('accessTokenTtl')}
          >
            <Controller
              control={form.control}
              name="accessTokenTtl"
              render={({ field }) => <DurationInput {...field} disabled={isLocked} />}
            />
          </Field>
        </FormSection>
        <FormSection
          title={t('api_resources.general.default_title')}
          help={t('api_resources.general.default_help')}
        >
          <Controller
            control={form.control}
            name="isDefault"
            render={({ field }) => (
              <Switch {...field} label={t('api_resources.general.is_default')} disabled={isLocked} />
            )}
          />
        </FormSection>
      </FormSections>
      {bar}
    </>
  );
};
