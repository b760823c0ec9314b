import { DurationInput } from '@gatehouse/ui/duration-input.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { useT } from '../../phrases.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import type { useSignInForm } from '../../templates/sign-in-settings.tsx';
import type { GeneralValues } from './general-fields.ts';

/** The lifetime of sessions, and the details of a sign-in that tokens disclose. */
export const Sessions = ({ form }: { form: ReturnType<typeof useSignInForm<GeneralValues>> }) => {
  const t = useT();
  return (
    <FormSection title={t('security.session_title')} help={t('security.session_help')}>
      <Grid>
        <FormField
          form={form}
          name="session.ttl"
          label={t('security.session')}
          help={t('security.session_text')}
        >
          {field => <DurationInput {...field} />}
        </FormField>
        <FormField
          form={form}
          name="session.absoluteTtl"
          label={t('security.session_absolute')}
          help={t('security.session_absolute_text')}
        >
          {field => <DurationInput {...field} />}
        </FormField>
      </Grid>
      <FormSwitch
        form={form}
        name="session.authenticationInAccessTokens"
        label={t('security.session_in_tokens')}
        help={t('security.session_in_tokens_text')}
      />
    </FormSection>
  );
};
