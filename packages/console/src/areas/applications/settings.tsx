import { type ApplicationDetail, application, applications } from '@gatehouse/contract/applications.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { isJsonObject } from '../../templates/json.ts';
import { Endpoints } from './endpoints.tsx';
import { Secrets } from './secrets.tsx';

const settingsFields = z.object({
  name: application.shape.name,
  description: z.string(),
  customData: z.string().refine(isJsonObject, { error: 'validation.json_object' }),
  isAdmin: z.boolean(),
});

export const ApplicationSettings = () => {
  const t = useT();
  const { id, name, description, customData, type, isAdmin } = useEntity<ApplicationDetail>();
  const update = useWrite(applications.update);
  const isMachine = type === 'MachineToMachine';
  const { form, errorOf, bar } = useEditForm({
    schema: settingsFields,
    values: {
      name,
      description: description ?? '',
      customData: JSON.stringify(customData, undefined, 2),
      isAdmin: isAdmin ?? false,
    },
    labels: {
      name: t('general.name'),
      description: t('general.description'),
      customData: t('applications.settings.custom_data'),
      isAdmin: t('applications.settings.is_admin'),
    },
    savedMessage: t('applications.saved'),
    save: values =>
      update.mutateAsync({
        params: { id },
        body: {
          name: values.name,
          description: values.description || null,
          customData: JSON.parse(values.customData),
          ...(isMachine ? { isAdmin: values.isAdmin } : {}),
        },
      }),
  });
  return (
    <>
      <FormSections>
        <FormSection
          title={t('applications.settings.general_title')}
          help={t('applications.settings.general_help')}
        >
          <Field label={t('general.name')} error={errorOf('name')}>
            <TextInput {...form.register('name')} />
          </Field>
          <Field label={t('general.description')} error={errorOf('description')} isOptional>
            <TextInput
              placeholder={t('applications.description_placeholder')}
              {...form.register('description')}
            />
          </Field>
        </FormSection>
        <Endpoints />
        <Secrets />
        <FormSection
          title={t('applications.settings.metadata_title')}
          help={t('applications.settings.custom_data_help')}
        >
          {isMachine && (
            <Controller
              control={form.control}
              name="isAdmin"
              render={({ field }) => (
                <Switch
                  {...field}
                  label={t('applications.settings.is_admin')}
                  help={t('applications.settings.is_admin_help')}
                />
              )}
            />
          )}
          <Field label={t('applications.settings.custom_data')} error={errorOf('customData')}>
            <TextArea isMono rows={5} {...form.register('customData')} />
          </Field>
        </FormSection>
      </FormSections>
      {bar}
    </>
  );
};
