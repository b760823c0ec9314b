import { type AccountCenter, accountCenters } from '@gatehouse/contract/account-center.ts';
import { type SecurityNoticeType, securityNoticeTypes } from '@gatehouse/contract/email-templates.ts';
import {
  defaultAbsoluteSessionTtl,
  oidcConfigs,
  type SessionConfig,
} from '@gatehouse/contract/oidc-configs.ts';
import {
  defaultRecordDays,
  defaultSentinelPolicy,
  defaultSmsPolicy,
} from '@gatehouse/contract/sign-in-defaults.ts';
import { DurationInput } from '@gatehouse/ui/duration-input.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useSignInForm } from '../../templates/sign-in-settings.tsx';
import { AccountCenterSection } from './account-center.tsx';
import { readAccountCenter, writeAccountCenter } from './account-center-fields.ts';
import { type GeneralValues, generalFields } from './general-fields.ts';
import { Notices } from './notices.tsx';
import { changedSession } from './session-fields.ts';
import { Sessions } from './sessions.tsx';
import { SignInRecords } from './sign-in-records.tsx';
import { SmsLimits } from './sms-limits.tsx';
import { Unblock } from './unblock.tsx';

const allNotices = Object.fromEntries(securityNoticeTypes.map(type => [type, true])) as Record<
  SecurityNoticeType,
  boolean
>;

const defaultCodePolicy = { expirationDuration: 600, maxRetryAttempts: 10 };

export const GeneralSecurity = () => {
  const accountCenter = useReadOrFailure(accountCenters.read, {});
  const session = useReadOrFailure(oidcConfigs.readSession, {});
  const failure = accountCenter.failure ?? session.failure;
  if (failure) return failure;
  if (!accountCenter.data || !session.data) return <DelayedLoading />;
  return <GeneralForm accountCenter={accountCenter.data} session={session.data} />;
};

const GeneralForm = (saved: { accountCenter: AccountCenter; session: SessionConfig }) => {
  const t = useT();
  const updateAccountCenter = useWrite(accountCenters.update);
  const updateSession = useWrite(oidcConfigs.updateSession);
  const form = useSignInForm({
    schema: generalFields,
    read: ({
      sentinelPolicy,
      verificationCodePolicy,
      smsPolicy,
      securityNotices,
      signInRecords,
    }): GeneralValues => ({
      sentinelPolicy: { ...defaultSentinelPolicy, ...sentinelPolicy },
      verificationCodePolicy: { ...defaultCodePolicy, ...verificationCodePolicy },
      smsPolicy: { ...defaultSmsPolicy, ...smsPolicy },
      securityNotices: { ...allNotices, ...securityNotices },
      signInRecords: { days: signInRecords.days ?? defaultRecordDays },
      session: {
        ttl: saved.session.ttl,
        absoluteTtl: saved.session.absoluteTtl ?? defaultAbsoluteSessionTtl,
        authenticationInAccessTokens: saved.session.authenticationInAccessTokens ?? false,
      },
      accountCenter: readAccountCenter(saved.accountCenter),
    }),
    write: ({ sentinelPolicy, verificationCodePolicy, smsPolicy, securityNotices, signInRecords }) => ({
      sentinelPolicy,
      verificationCodePolicy,
      smsPolicy,
      securityNotices,
      signInRecords,
    }),
    saveMore: async ({ accountCenter: account, session }) => {
      await updateAccountCenter.mutateAsync({ body: writeAccountCenter(account) });
      const changed = changedSession(session, saved.session);
      if (Object.keys(changed).length > 0) await updateSession.mutateAsync({ body: changed });
    },
  });
  return (
    <EditForm form={form} feature="securityFeaturesEnabled">
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
      <SmsLimits form={form} />
      <Notices form={form} />
      <SignInRecords form={form} />
      <Sessions form={form} />
      <AccountCenterSection form={form} />
    </EditForm>
  );
};
