import { type CallingCode, listCallingCodes } from '@gatehouse/contract/calling-codes.ts';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { logs } from '@gatehouse/contract/logs.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { useMemo, useState } from 'react';
import { useRead } from '../../api.ts';
import { useTranslation } from '../../phrases.tsx';
import { addressedTenantId } from '../../session/tenant.ts';
import { FormField } from '../../templates/form-field.tsx';
import { countriesOf } from '../../templates/log-facts.tsx';
import type { useSignInForm } from '../../templates/sign-in-settings.tsx';
import { findCountries } from './find-countries.ts';
import type { GeneralValues } from './general-fields.ts';

/** Limits for SMS: allowed countries and number of messages. */
export const SmsLimits = ({ form }: { form: ReturnType<typeof useSignInForm<GeneralValues>> }) => {
  const { t, language } = useTranslation();
  const countries = useMemo(() => listCallingCodes(language), [language]);
  return (
    <FormSection title={t('security.sms_title')} help={t('security.sms_help')}>
      {/* The log of the console's own tenant is not read here. */}
      {addressedTenantId() !== adminTenantId && <SmsAlarm />}
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
            value={countries.filter(({ region }) => value.includes(region)).map(optionOf)}
            onChange={chosen => onChange(chosen.map(({ value: code }) => code))}
            search={async query => findCountries(countries, query).map(optionOf)}
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

/** Countries with an SMS alert in the last day. Administrators without an email address get no other notice of it. */
const SmsAlarm = () => {
  const { t, language } = useTranslation();
  const [since] = useState(() => Date.now() - dayMs);
  const { data } = useRead(
    logs.list,
    { query: { logKey: 'Sms.ConversionAlarm', start_time: since }, page: 1, pageSize: 20 },
    { hideErrors: true },
  );
  const codes = new Set((data?.[0] ?? []).map(({ payload }) => String(payload.country)));
  if (codes.size === 0) return null;
  const countries = countriesOf([...codes].join(','), language);
  return (
    <Callout tone="warning" title={t('security.sms_alarm')}>
      {t('security.sms_alarm_text', { countries })}
    </Callout>
  );
};

const optionOf = ({ region, name, code }: CallingCode): ComboboxOption => ({
  value: region,
  label: name,
  detail: `+${code}`,
});
