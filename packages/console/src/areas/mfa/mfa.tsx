import { mfaPolicies, organizationMfaPolicies } from '@gatehouse/contract/mfa.ts';
import { neededConnectors } from '@gatehouse/contract/sign-in-rules.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useT } from '../../phrases.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { MissingConnectors } from '../../templates/missing-connectors.tsx';
import { SignInSettings, useSignInExperience, useSignInForm } from '../../templates/sign-in-settings.tsx';
import { Factors } from './factors.tsx';
import { mfaFields, readMfa, writeMfa } from './fields.ts';
import { PresetSection } from './preset-section.tsx';
import { experienceOf } from './user-experience.ts';

export const Mfa = () => (
  <SignInSettings words="mfa">
    <MfaForm />
  </SignInSettings>
);

const risks = ['device', 'country', 'pause', 'failures'] as const;

const MfaForm = () => {
  const t = useT();
  const experience = useSignInExperience();
  const form = useSignInForm({ schema: mfaFields(experience), read: readMfa, write: writeMfa });
  const { mfa, adaptiveMfa } = form.watch();
  return (
    <>
      <MissingConnectors needed={neededConnectors({ ...experience, mfa })} />
      <EditForm form={form} feature="mfaEnabled">
        <PresetSection form={form} />
        <FormSection title={t('mfa.factors_title')} help={t('mfa.factors_help')}>
          <Factors form={form} />
          <FormSwitch
            form={form}
            name="mfa.allowWeakerFactors"
            label={t('mfa.weaker')}
            help={t('mfa.weaker_text')}
          />
        </FormSection>
        <FormSection title={t('mfa.policy_title')} help={t('mfa.policy_help')}>
          <FormField form={form} name="mfa.policy" label={t('mfa.policy')}>
            {field => (
              <RadioCards
                {...field}
                minWidth="260px"
                options={mfaPolicies.map(value => ({
                  value,
                  title: t(`mfa.policies.${value}.title`),
                  description: t(`mfa.policies.${value}.text`),
                }))}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="mfa.organizationRequiredMfaPolicy"
            label={t('mfa.organization_policy')}
            help={t('mfa.organization_policy_help')}
          >
            {field => (
              <RadioCards
                {...field}
                minWidth="260px"
                options={organizationMfaPolicies.map(value => ({
                  value,
                  title: t(`mfa.organization_policies.${value}.title`),
                  description: t(`mfa.organization_policies.${value}.text`),
                }))}
              />
            )}
          </FormField>
        </FormSection>
        <FormSection title={t('mfa.adaptive_title')} help={t('mfa.adaptive_help')}>
          <FormSwitch
            form={form}
            name="adaptiveMfa.enabled"
            label={t('mfa.adaptive')}
            help={t('mfa.adaptive_text')}
          />
          {form.formState.errors.adaptiveMfa?.enabled && (
            <Callout tone="danger">{form.formState.errors.adaptiveMfa.enabled.message}</Callout>
          )}
          {adaptiveMfa.enabled && (
            <BulletList items={risks.map(risk => ({ key: risk, content: t(`mfa.risks.${risk}`) }))} />
          )}
        </FormSection>
        <FormSection title={t('mfa.experience_title')} help={t('mfa.experience_help')}>
          <BulletList
            items={experienceOf({ mfa, adaptiveMfa }).map(key => ({
              key,
              content: t(`mfa.experience.${key}`),
            }))}
          />
        </FormSection>
      </EditForm>
    </>
  );
};
