import { type ApplicationDetail, application, applications } from '@gatehouse/contract/applications.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CustomDataField, customDataText } from '../../templates/custom-data-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { Endpoints } from './endpoints.tsx';
import { Secrets } from './secrets.tsx';

const settingsFields = z.object({
  name: application.shape.name,
  description: z.string(),
  customData: customDataText,
  isAdmin: z.boolean(),
});

export const ApplicationSettings = () => {
  const t = useT();
  const { id, name, description, customData, type, isAdmin } = useEntity<ApplicationDetail>();
  const update = useWrite(applications.update);
  const isMachine = type === 'MachineToMachine';
  const form = useEditForm({
    schema: settingsFields,
    values: {
      name,
      description: description ?? '',
      customData: JSON.stringify(customData, undefined, 2),
      isAdmin: isAdmin ?? false,
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
    <EditForm form={form}>
      <FormSection
        title={t('applications.settings.general_title')}
        help={t('applications.settings.general_help')}
      >
        <FormField form={form} name="name" label={t('general.name')} />
        <FormField
          form={form}
          name="description"
          label={t('general.description')}
          placeholder={t('applications.description_placeholder')}
          isOptional
        />
      </FormSection>
      <Endpoints />
      <Secrets />
      {isMachine && (
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
