import type { AccountCenter } from '@gatehouse/contract/account-center.ts';
import { accountCenters, fieldAccesses } from '@gatehouse/contract/account-center.ts';
import { clearableUrl } from '@gatehouse/contract/fields.ts';
import { defaultSentinelPolicy } from '@gatehouse/contract/sign-in-defaults.ts';
import { DurationInput } from '@gatehouse/ui/duration-input.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { useSignInForm } from '../../templates/sign-in-settings.tsx';
import { Unblock } from './unblock.tsx';

const accountFields = [
  'name',
  'avatar',
  'profile',
  'username',
  'email',
  'phone',
  'password',
  'mfa',
  'passkey',
  'social',
  'session',
  'customData',
] as const;

const generalFields = z.object({
  sentinelPolicy: z.object({
    maxAttempts: z.number().int().min(1),
    lockoutDuration: z.number().int().min(1),
  }),
  verificationCodePolicy: z.object({
    expirationDuration: z.number().int().min(60).max(3600),
    maxRetryAttempts: z.number().int().min(1).max(100),
  }),
  accountCenter: z.object({
    enabled: z.boolean(),
    fields: z.record(z.enum(accountFields), z.enum(fieldAccesses)),
    deleteAccountUrl: clearableUrl,
  }),
});
type GeneralValues = z.infer<typeof generalFields>;

const defaultCodePolicy = { expirationDuration: 600, maxRetryAttempts: 10 };

export const GeneralSecurity = () => {
  const { data } = useRead(accountCenters.read, {});
  return data ? <GeneralForm accountCenter={data} /> : <DelayedLoading />;
};

const GeneralForm = ({ accountCenter }: { accountCenter: AccountCenter }) => {
  const t = useT();
  const updateAccountCenter = useWrite(accountCenters.update);
  const form = useSignInForm({
    schema: generalFields,
    read: ({ sentinelPolicy, verificationCodePolicy }): GeneralValues => ({
      sentinelPolicy: { ...defaultSentinelPolicy, ...sentinelPolicy },
      verificationCodePolicy: { ...defaultCodePolicy, ...verificationCodePolicy },
      accountCenter: {
        enabled: accountCenter.enabled,
        fields: Object.fromEntries(
          accountFields.map(name => [name, accountCenter.fields[name] ?? 'Off']),
        ) as GeneralValues['accountCenter']['fields'],
        deleteAccountUrl: accountCenter.deleteAccountUrl ?? '',
      },
    }),
    write: ({ sentinelPolicy, verificationCodePolicy }) => ({ sentinelPolicy, verificationCodePolicy }),
    saveMore: ({ accountCenter: { deleteAccountUrl, ...rest } }) =>
      updateAccountCenter.mutateAsync({ body: { ...rest, deleteAccountUrl: deleteAccountUrl || null } }),
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('security.lockout_title')} help={t('security.lockout_help')}>
        <Grid>
          <FormField form={form} name="sentinelPolicy.maxAttempts" label={t('security.attempts')}>
            {field => <NumberInput {...field} unit={t('security.tries', { count: field.value ?? 0 })} />}
          </FormField>
          <FormField form={form} name="sentinelPolicy.lockoutDuration" label={t('security.lockout')}>
            {field => <NumberInput {...field} unit={t('security.minutes', { count: field.value ?? 0 })} />}
          </FormField>
        </Grid>
      </FormSection>
      <FormSection title={t('security.unblock_title')} help={t('security.unblock_help')}>
        <Unblock />
      </FormSection>
      <FormSection title={t('security.codes_title')} help={t('security.codes_help')}>
        <Grid>
          <FormField
            form={form}
            name="verificationCodePolicy.expirationDuration"
            label={t('security.code_life')}
          >
            {field => <DurationInput {...field} />}
          </FormField>
          <FormField
            form={form}
            name="verificationCodePolicy.maxRetryAttempts"
            label={t('security.code_tries')}
          >
            {field => <NumberInput {...field} unit={t('security.tries', { count: field.value ?? 0 })} />}
          </FormField>
        </Grid>
      </FormSection>
      <FormSection title={t('security.account_title')} help={t('security.account_help')}>
        <FormSwitch
          form={form}
          name="accountCenter.enabled"
          label={t('security.account')}
          help={t('security.account_text')}
        />
        {form.watch('accountCenter.enabled') && (
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
              name="accountCenter.deleteAccountUrl"
              label={t('security.delete_account')}
              help={t('security.delete_account_help')}
              inputMode="url"
              isOptional
            />
          </>
        )}
      </FormSection>
    </EditForm>
  );
};
