import { fieldAccesses } from '@gatehouse/contract/account-center.ts';
import { customProfileFields } from '@gatehouse/contract/profile-field-rows.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { useWatch } from 'react-hook-form';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CodeField } from '../../templates/code-field.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { FormLines } from '../../templates/form-lines.tsx';
import { OrderedChoices } from '../../templates/ordered-choices.tsx';
import { accountFields } from './account-center-fields.ts';
import type { GeneralValues } from './general-fields.ts';

type Props = { form: Form<GeneralValues> };

/** The account data that users can see and change, and the branding of those pages. */
export const AccountCenterSection = ({ form }: Props) => {
  const t = useT();
  const isOpen = useWatch({ control: form.control, name: 'accountCenter.enabled' });
  return (
    <FormSection title={t('security.account_title')} help={t('security.account_help')}>
      <FormSwitch
        form={form}
        name="accountCenter.enabled"
        label={t('security.account')}
        help={t('security.account_text')}
      />
      {isOpen && (
        <>
          <ShownFields form={form} />
          <PersonalDataFields form={form} />
          <FormLines
            form={form}
            name="accountCenter.webauthnRelatedOrigins"
            label={t('security.related_origins')}
            help={t('security.related_origins_help')}
            isOptional
          />
          <CodeField
            form={form}
            name="accountCenter.customCss"
            label={t('security.account_css')}
            help={t('security.account_css_help')}
            language="css"
          />
        </>
      )}
    </FormSection>
  );
};

const ShownFields = ({ form }: Props) => {
  const t = useT();
  const { data: profileFields = [] } = useRead(customProfileFields.list, {});
  const labelOf = (wanted: string) => profileFields.find(({ name }) => name === wanted)?.label || wanted;
  return (
    <>
      <Grid>
        {accountFields.map(name => (
          <FormField
            key={name}
            form={form}
            name={`accountCenter.fields.${name}`}
            label={t(`security.account_fields.${name}`)}
          >
            {field => (
              <Select
                {...field}
                options={fieldAccesses.map(value => ({
                  value,
                  label: t(`security.accesses.${value}`),
                }))}
              />
            )}
          </FormField>
        ))}
      </Grid>
      <FormField
        form={form}
        name="accountCenter.profileFields"
        label={t('security.account_profile')}
        help={t('security.account_profile_help')}
      >
        {({ value, onChange }) => (
          <OrderedChoices
            items={value}
            keyOf={name => name}
            nameOf={labelOf}
            itemOf={name => name}
            onChange={onChange}
            choices={profileFields.map(({ name }) => name)}
            addLabel={t('security.account_profile_add')}
            emptyText={t('security.account_profile_empty')}
          />
        )}
      </FormField>
    </>
  );
};

const PersonalDataFields = ({ form }: Props) => {
  const t = useT();
  const canDelete = useWatch({ control: form.control, name: 'accountCenter.personalData.canDelete' });
  return (
    <>
      <FormSwitch
        form={form}
        name="accountCenter.personalData.canExport"
        label={t('security.account_export')}
        help={t('security.account_export_help')}
      />
      <FormSwitch
        form={form}
        name="accountCenter.personalData.canDelete"
        label={t('security.account_delete')}
        help={t('security.account_delete_help')}
      />
      {canDelete && (
        <FormField
          form={form}
          name="accountCenter.personalData.graceDays"
          label={t('security.account_grace_days')}
          help={t('security.account_grace_days_help')}
        >
          {field => <NumberInput {...field} />}
        </FormField>
      )}
      {!canDelete && (
        <FormField
          form={form}
          name="accountCenter.deleteAccountUrl"
          label={t('security.delete_account')}
          help={t('security.delete_account_help')}
          inputMode="url"
          isOptional
        />
      )}
    </>
  );
};
