import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { useT } from '../../phrases.tsx';
import { FormField } from '../../templates/form-field.tsx';
import type { useSignInForm } from '../../templates/sign-in-settings.tsx';
import type { GeneralValues } from './general-fields.ts';

/** How long the facts of sign-ins are kept, on which drafts are replayed. */
export const SignInRecords = ({ form }: { form: ReturnType<typeof useSignInForm<GeneralValues>> }) => {
  const t = useT();
  return (
    <FormSection title={t('security.records_title')} help={t('security.records_help')}>
      <Grid>
        <FormField
          form={form}
          name="signInRecords.days"
          label={t('security.records_days')}
          help={t('security.records_days_help')}
        >
          {field => <NumberInput {...field} unit={t('security.days', { count: field.value ?? 0 })} />}
        </FormField>
      </Grid>
    </FormSection>
  );
};
