import {
  dateFormats,
  type ProfileField,
  type ProfileFieldDefinition,
} from '@gatehouse/contract/custom-profile-fields.ts';
import { customProfileFields } from '@gatehouse/contract/profile-field-rows.ts';
import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { SplitView } from '@gatehouse/ui/split-view.tsx';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { FormLines } from '../../templates/form-lines.tsx';
import { fieldForm, limits, readField, writeField } from './field-form.ts';
import { FieldParts } from './field-parts.tsx';
import { SignInPreview } from './preview.tsx';

type FieldValues = z.infer<typeof fieldForm>;

export const ProfileFieldSettings = () => {
  const t = useT();
  const field = useEntity<ProfileField>();
  const { name, type } = field;
  const replace = useWrite(customProfileFields.replace);
  const { data: experience } = useRead(signInExperienceRows.read, {});
  const form = useEditForm({
    schema: fieldForm,
    values: readField(field),
    savedMessage: t('profile_fields.saved'),
    save: values =>
      replace.mutateAsync({ params: { name }, body: writeField(values) as ProfileFieldDefinition }),
  });
  const values = form.watch();
  const isWhole = fieldForm.safeParse(values).success;
  const unsaved = isWhole ? ({ ...writeField(values), name } as never) : undefined;
  return (
    <SplitView
      aside={
        experience && (
          <SignInPreview
            page="continue/profile"
            language={experience.languageInfo.fallbackLanguage}
            profileField={unsaved}
          />
        )
      }
    >
      <EditForm form={form}>
        <WordsSection form={form} type={type} />
        {type !== 'Url' && <RulesSection form={form} type={type} />}
      </EditForm>
    </SplitView>
  );
};

/** Made of several parts, each with its own words. */
const isComposed = (type: ProfileField['type']) => type === 'Address' || type === 'Fullname';

type SectionProps = { form: Form<FieldValues>; type: ProfileField['type'] };

const WordsSection = ({ form, type }: SectionProps) => {
  const t = useT();
  return (
    <FormSection title={t('profile_fields.words_title')} help={t('profile_fields.words_help')}>
      <FormField
        form={form}
        name="label"
        label={t('profile_fields.label')}
        help={t('profile_fields.label_help')}
        isOptional
      />
      {type !== 'Checkbox' && (
        <>
          <FormField form={form} name="description" label={t('general.description')} isOptional />
          {!isComposed(type) && (
            <FormField form={form} name="placeholder" label={t('profile_fields.placeholder')} isOptional />
          )}
          <FormSwitch
            form={form}
            name="required"
            label={t('profile_fields.is_required')}
            help={t('profile_fields.is_required_help')}
          />
        </>
      )}
    </FormSection>
  );
};

const RulesSection = ({
  form,
  type,
}: {
  form: Form<FieldValues>;
  type: Exclude<ProfileField['type'], 'Url'>;
}) => {
  const t = useT();
  return (
    <FormSection title={t('profile_fields.rules_title')} help={t(`profile_fields.type_texts.${type}`)}>
      {limits[type] && <Limits form={form} type={type} />}
      {type === 'Date' && <DateFormat form={form} />}
      {type === 'Checkbox' && (
        <FormSwitch form={form} name="isTicked" label={t('profile_fields.is_ticked')} />
      )}
      {type === 'Select' && (
        <FormLines
          form={form}
          name="options"
          label={t('profile_fields.options')}
          help={t('profile_fields.options_help')}
        />
      )}
      {type === 'Regex' && (
        <FormField
          form={form}
          name="pattern"
          label={t('profile_fields.pattern')}
          help={t('profile_fields.pattern_help')}
          isMono
        />
      )}
      {isComposed(type) && <FieldParts form={form} />}
    </FormSection>
  );
};

const Limits = ({ form, type }: SectionProps) => {
  const t = useT();
  return (
    <Grid>
      {(['low', 'high'] as const).map(limit => (
        <FormField
          key={limit}
          form={form}
          name={limit}
          label={t(`profile_fields.${type === 'Text' ? 'lengths' : 'values'}.${limit}`)}
          isOptional
        >
          {control => <NumberInput {...control} />}
        </FormField>
      ))}
    </Grid>
  );
};

const DateFormat = ({ form }: Pick<SectionProps, 'form'>) => {
  const t = useT();
  const format = useWatch({ control: form.control, name: 'format' });
  return (
    <>
      <FormField form={form} name="format" label={t('profile_fields.format')}>
        {control => (
          <Select
            {...control}
            options={dateFormats.map(value => ({
              value,
              label: value === 'custom' ? t('profile_fields.own_format') : value,
            }))}
          />
        )}
      </FormField>
      {format === 'custom' && (
        <FormField
          form={form}
          name="customFormat"
          label={t('profile_fields.own_format')}
          placeholder={t('sign_in_experience.examples.date')}
          isMono
        />
      )}
    </>
  );
};
