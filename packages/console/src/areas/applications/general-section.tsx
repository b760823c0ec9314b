import { FormSection } from '@gatehouse/ui/form-section.tsx';
import type { FieldValues, Path } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { type Form, FormField } from '../../templates/form-field.tsx';

type GeneralSectionProps<Values extends FieldValues> = {
  form: Form<Values>;
  nameField: Path<Values>;
  descriptionField: Path<Values>;
};

/** Name and description, which every type of application has. */
export const GeneralSection = <Values extends FieldValues>({
  form,
  nameField,
  descriptionField,
}: GeneralSectionProps<Values>) => {
  const t = useT();
  return (
    <FormSection
      title={t('applications.settings.general_title')}
      help={t('applications.settings.general_help')}
    >
      <FormField form={form} name={nameField} label={t('general.name')} />
      <FormField
        form={form}
        name={descriptionField}
        label={t('general.description')}
        placeholder={t('applications.description_placeholder')}
        isOptional
      />
    </FormSection>
  );
};
