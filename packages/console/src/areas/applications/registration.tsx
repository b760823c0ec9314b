import {
  clientRegistrations,
  type RegistrationConfig,
  registrationConfig,
  registrationModes,
} from '@gatehouse/contract/client-registration.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEditForm } from '../../templates/edit-form.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { FormLines, lines, writtenLines } from '../../templates/form-lines.tsx';
import { oidcAddresses } from './endpoint-addresses.ts';
import { RegistrationTokens } from './registration-tokens.tsx';

const { mode, maximumClients, unusedDays, redirectHosts } = registrationConfig.shape;
const required = (schema: z.ZodType<number, number>) =>
  schema.nullable().refine((value): boolean => value !== null, { error: 'validation.required' });
const host = z
  .string()
  .refine(text => redirectHosts.safeParse([text]).success, { error: 'validation.redirect_host' });

const fields = z.object({
  mode,
  maximumClients: required(maximumClients),
  unusedDays: required(unusedDays),
  redirectHosts: lines(host),
});

/** Settings for dynamic client registration, which creates third-party applications. */
export const ClientRegistration = ({ config }: { config: RegistrationConfig }) => {
  const t = useT();
  const update = useWrite(clientRegistrations.updateConfig);
  const form = useEditForm<z.infer<typeof fields>>({
    schema: fields,
    values: config,
    savedMessage: t('applications.registration.saved'),
    save: ({ redirectHosts: hosts, maximumClients: most, unusedDays: days, ...values }) =>
      update.mutateAsync({
        body: {
          ...values,
          redirectHosts: writtenLines(hosts),
          maximumClients: most ?? undefined,
          unusedDays: days ?? undefined,
        },
      }),
  });
  const chosen = form.watch('mode');
  return (
    <>
      <FormSection title={t('applications.registration.title')} help={t('applications.registration.help')}>
        <FormField form={form} name="mode" label={t('applications.registration.mode')}>
          {field => (
            <Select
              {...field}
              options={registrationModes.map(value => ({
                value,
                label: t(`applications.registration.modes.${value}`),
              }))}
            />
          )}
        </FormField>
        {chosen === 'Open' && <Callout tone="warning">{t('applications.registration.open_warning')}</Callout>}
        {chosen !== 'Off' && (
          <>
            <KeyValueList
              items={[
                {
                  key: t('applications.registration.endpoint'),
                  value: <CopyText text={oidcAddresses().registration} />,
                },
              ]}
            />
            <Grid>
              <FormField form={form} name="maximumClients" label={t('applications.registration.maximum')}>
                {field => <NumberInput {...field} />}
              </FormField>
              <FormField form={form} name="unusedDays" label={t('applications.registration.unused_days')}>
                {field => <NumberInput {...field} />}
              </FormField>
            </Grid>
            <FormLines
              form={form}
              name="redirectHosts"
              label={t('applications.registration.hosts')}
              help={t('applications.registration.hosts_help')}
              isOptional
            />
          </>
        )}
        {form.bar}
      </FormSection>
      {config.mode !== 'Off' && <RegistrationTokens />}
    </>
  );
};
