import { DurationInput } from '@gatehouse/ui/duration-input.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { useT } from '../../phrases.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { LevelSelect } from '../../templates/level-select.tsx';
import type { SettingsForm } from './settings-fields.ts';

/** The authentication level that users must reach, and the maximum age of their sign-in. */
export const StepUp = ({ form }: { form: SettingsForm }) => {
  const t = useT();
  return (
    <FormSection title={t('applications.step_up.title')} help={t('applications.step_up.help')}>
      <Grid>
        <FormField
          form={form}
          name="customClientMetadata.minimumAcr"
          label={t('authentication_levels.label')}
          help={t('applications.step_up.level_help')}
        >
          {field => <LevelSelect {...field} />}
        </FormField>
        <FormField
          form={form}
          name="customClientMetadata.maximumAuthenticationAge"
          label={t('applications.step_up.age')}
          help={t('applications.step_up.age_help')}
        >
          {field => <DurationInput {...field} />}
        </FormField>
      </Grid>
    </FormSection>
  );
};
