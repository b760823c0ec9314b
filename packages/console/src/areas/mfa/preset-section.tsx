import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useTranslation } from '../../phrases.tsx';
import { PagePreview } from '../../templates/page-preview.tsx';
import type { MfaForm } from './fields.ts';
import { applyPreset, presetNames, presetOf } from './presets.ts';

/** The usual settings by one choice, with the page on which users set up a factor. */
export const PresetSection = ({ form }: { form: MfaForm }) => {
  const { t, language } = useTranslation();
  const values = form.watch();
  return (
    <FormSection title={t('mfa.presets.title')} help={t('mfa.presets.help')}>
      <RadioCards
        label={t('mfa.presets.title')}
        minWidth="220px"
        value={presetOf(values)}
        onChange={preset => applyPreset(form, preset)}
        options={presetNames.map(value => ({
          value,
          title: t(`mfa.presets.${value}.title`),
          description: t(`mfa.presets.${value}.text`),
        }))}
      />
      {values.mfa.factors.length > 0 && (
        <PagePreview
          title={t('mfa.presets.preview')}
          body={{ signInExperience: values, language }}
          page="mfa-binding"
          height={440}
        />
      )}
    </FormSection>
  );
};
