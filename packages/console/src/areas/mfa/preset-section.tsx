import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { PreviewFrame } from '@gatehouse/ui/preview-frame.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useRead } from '../../api.ts';
import { useTranslation } from '../../phrases.tsx';
import { usePreviewFrame } from '../../templates/use-preview-frame.ts';
import type { MfaForm, MfaValues } from './fields.ts';
import { applyPreset, presetNames, presetOf } from './presets.ts';

/** The usual settings by one choice, with the page on which users set up a factor. */
export const PresetSection = ({ form }: { form: MfaForm }) => {
  const { t } = useTranslation();
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
      {values.mfa.factors.length > 0 && <BindingPreview values={values} />}
    </FormSection>
  );
};

const BindingPreview = ({ values }: { values: MfaValues }) => {
  const { t, language } = useTranslation();
  const body = { signInExperience: values, language };
  const { data } = useRead(signInExperienceRows.preview, { body }, { keepPrevious: true, hideErrors: true });
  const frame = usePreviewFrame(data as unknown as ExperiencePage | undefined, 'mfa-binding', 'light');
  return (
    <PreviewFrame
      ref={frame}
      title={t('mfa.presets.preview')}
      src="/sign-in-preview/sign-in"
      width={800}
      height={560}
    />
  );
};
