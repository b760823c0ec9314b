import {
  type createProfileField,
  type ProfileFieldType,
  profileFieldName,
  profileFieldTypes,
} from '@gatehouse/contract/custom-profile-fields.ts';
import { customProfileFields } from '@gatehouse/contract/profile-field-rows.ts';
import { genders } from '@gatehouse/contract/users.ts';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { emptyConfigs } from './field-form.ts';

const newField = z.object({
  type: z.enum(profileFieldTypes),
  name: profileFieldName,
  label: z.string().max(128),
});

/** A field begins with its kind and its name, which stay; everything else is on its page. */
export const CreateProfileField = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(customProfileFields.create);
  const genderChoices = {
    options: genders.map(value => ({ value, label: t(`genders.${value}`) })),
  };
  return (
    <FormDialog
      title={t('profile_fields.create')}
      description={t('profile_fields.create_text')}
      submitLabel={t('profile_fields.create')}
      schema={newField}
      defaultValues={{ type: 'Text' as ProfileFieldType, name: '', label: '' }}
      onClose={onClose}
      submit={async ({ type, name, label }) => {
        const config = type === 'Select' && name === 'gender' ? genderChoices : emptyConfigs[type];
        const body = {
          type,
          name,
          required: false,
          ...(label ? { label } : {}),
          ...(config ? { config } : {}),
        };
        await create.mutateAsync({ body: body as z.infer<typeof createProfileField> });
        toast.success(t('profile_fields.created', { name }));
        onClose();
        goTo(paths.profileField(name));
      }}
    >
      {form => (
        <>
          <FormField form={form} name="type" label={t('profile_fields.type')}>
            {field => (
              <RadioCards
                {...field}
                minWidth="150px"
                options={profileFieldTypes.map(value => ({
                  value,
                  title: t(`profile_fields.types.${value}`),
                  description: t(`profile_fields.type_texts.${value}`),
                }))}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="name"
            label={t('profile_fields.name')}
            help={t('profile_fields.name_help')}
            placeholder={t('sign_in_experience.examples.field')}
            isMono
          />
          <FormField
            form={form}
            name="label"
            label={t('profile_fields.label')}
            help={t('profile_fields.label_help')}
            isOptional
          />
        </>
      )}
    </FormDialog>
  );
};
