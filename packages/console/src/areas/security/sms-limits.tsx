import { regionCodes } from '@gatehouse/contract/calling-codes.ts';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { useMemo } from 'react';
import { useSpeech, useT } from '../../phrases.tsx';
import { FormField } from '../../templates/form-field.tsx';
import type { useSignInForm } from '../../templates/sign-in-settings.tsx';
import type { GeneralValues } from './general.tsx';

/** Where text messages may go, and how many. */
export const SmsLimits = ({ form }: { form: ReturnType<typeof useSignInForm<GeneralValues>> }) => {
  const t = useT();
  const countries = useCountries();
  return (
    <FormSection title={t('security.sms_title')} help={t('security.sms_help')}>
      <FormField
        form={form}
        name="smsPolicy.allowedCountries"
        label={t('security.sms_countries')}
        help={t('security.sms_countries_help')}
        isOptional
      >
        {({ value, onChange, ...field }) => (
          <Combobox
            {...field}
            value={countries.filter(({ value: code }) => value.includes(code))}
            onChange={chosen => onChange(chosen.map(({ value: code }) => code))}
            search={async query =>
              countries.filter(({ label, value: code }) =>
                `${label} ${code}`.toLowerCase().includes(query.toLowerCase()),
              )
            }
          />
        )}
      </FormField>
      <Grid>
        <FormField form={form} name="smsPolicy.hourlyLimit" label={t('security.sms_limit')}>
          {field => <NumberInput {...field} />}
        </FormField>
      </Grid>
    </FormSection>
  );
};

const useCountries = (): ComboboxOption[] => {
  const { language } = useSpeech();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return regionCodes
      .map(code => ({ value: code, label: names.of(code) ?? code }))
      .sort((one, other) => one.label.localeCompare(other.label, language));
  }, [language]);
};
