import { completePolicy } from '@gatehouse/contract/password-rules.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { z } from 'zod';
import { useT } from '../../phrases.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { FormLines, lines, writtenLines } from '../../templates/form-lines.tsx';
import { useSignInForm } from '../../templates/sign-in-settings.tsx';
import { TestPassword } from './test-password.tsx';

const count = z.number().int().min(1);

const policyFields = z
  .object({
    length: z.object({ min: count, max: count.max(256) }),
    characterTypes: z.enum(['1', '2', '3', '4']),
    rejects: z.object({ pwned: z.boolean(), repetitionAndSequence: z.boolean(), userInfo: z.boolean() }),
    words: lines(z.string().max(128)),
    passwordExpiration: z.object({ enabled: z.boolean(), validPeriodDays: count.max(36_500) }),
  })
  .refine(({ length }) => length.min <= length.max, {
    path: ['length', 'min'],
    error: 'validation.min_above_max',
  });
type PolicyValues = z.infer<typeof policyFields>;

const policyOf = ({ length, characterTypes, rejects, words }: PolicyValues) => ({
  length,
  characterTypes: { min: Number(characterTypes) },
  rejects: { ...rejects, words: writtenLines(words) },
});

export const PasswordPolicySettings = () => {
  const t = useT();
  const form = useSignInForm({
    schema: policyFields,
    read: ({ passwordPolicy, passwordExpiration: { enabled, validPeriodDays } }) => {
      const { length, characterTypes, rejects } = completePolicy(passwordPolicy);
      const { words, ...others } = rejects;
      return {
        length,
        characterTypes: String(characterTypes.min) as PolicyValues['characterTypes'],
        rejects: others,
        words,
        passwordExpiration: { enabled, validPeriodDays },
      };
    },
    write: values => ({ passwordPolicy: policyOf(values), passwordExpiration: values.passwordExpiration }),
  });
  const values = form.watch();
  return (
    <EditForm form={form}>
      <LengthSection form={form} />
      <RejectsSection form={form} />
      <FormSection title={t('security.test_title')} help={t('security.test_help')}>
        <TestPassword policy={policyOf(values)} />
      </FormSection>
      <FormSection title={t('security.expiry_title')} help={t('security.expiry_help')}>
        <FormSwitch
          form={form}
          name="passwordExpiration.enabled"
          label={t('security.expiry')}
          help={t('security.expiry_text')}
        />
        {values.passwordExpiration.enabled && (
          <FormField form={form} name="passwordExpiration.validPeriodDays" label={t('security.expiry_days')}>
            {field => <NumberInput {...field} unit={t('security.days', { count: field.value ?? 0 })} />}
          </FormField>
        )}
      </FormSection>
    </EditForm>
  );
};

const LengthSection = ({ form }: { form: Form<PolicyValues> }) => {
  const t = useT();
  return (
    <FormSection title={t('security.length_title')} help={t('security.length_help')}>
      <Grid>
        {(['min', 'max'] as const).map(limit => (
          <FormField key={limit} form={form} name={`length.${limit}`} label={t(`security.length.${limit}`)}>
            {field => <NumberInput {...field} unit={t('security.characters', { count: field.value ?? 0 })} />}
          </FormField>
        ))}
      </Grid>
      <FormField
        form={form}
        name="characterTypes"
        label={t('security.types')}
        help={t('security.types_help')}
      >
        {field => (
          <RadioCards
            {...field}
            minWidth="110px"
            options={(['1', '2', '3', '4'] as const).map(value => ({
              value,
              title: t('security.types_of', { count: Number(value) }),
            }))}
          />
        )}
      </FormField>
    </FormSection>
  );
};

const RejectsSection = ({ form }: { form: Form<PolicyValues> }) => {
  const t = useT();
  return (
    <FormSection title={t('security.rejects_title')} help={t('security.rejects_help')}>
      {(['pwned', 'repetitionAndSequence', 'userInfo'] as const).map(name => (
        <FormSwitch
          key={name}
          form={form}
          name={`rejects.${name}`}
          label={t(`security.rejects.${name}.title`)}
          help={t(`security.rejects.${name}.text`)}
        />
      ))}
      <FormLines
        form={form}
        name="words"
        label={t('security.words')}
        help={t('security.words_help')}
        isOptional
      />
    </FormSection>
  );
};
