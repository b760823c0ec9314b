import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { idTokenAlgorithms, mustRotate } from '@gatehouse/contract/client-metadata.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DurationInput } from '@gatehouse/ui/duration-input.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { useWatch } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import type { SettingsForm } from './settings-fields.ts';

/** The tokens issued when users sign in, and their lifetimes. */
export const TokenSettings = ({ form }: { form: SettingsForm }) => {
  const t = useT();
  const { type, isThirdParty } = useEntity<ApplicationDetail>();
  const { jwks, securityProfile } = useWatch({ control: form.control, name: 'customClientMetadata' });
  const isRotationFixed = mustRotate(type, { jwks, securityProfile });
  return (
    <FormSection title={t('applications.tokens.title')} help={t('applications.tokens.help')}>
      <FormSwitch
        form={form}
        name="customClientMetadata.alwaysIssueRefreshToken"
        label={t('applications.tokens.always')}
        help={t('applications.tokens.always_help')}
      />
      {isRotationFixed ? (
        <Callout>{t('applications.tokens.rotate_public')}</Callout>
      ) : (
        <FormSwitch
          form={form}
          name="customClientMetadata.rotateRefreshToken"
          label={t('applications.tokens.rotate')}
          help={t('applications.tokens.rotate_help')}
        />
      )}
      {!isThirdParty && (
        <FormSwitch
          form={form}
          name="customClientMetadata.allowTokenExchange"
          label={t('applications.tokens.exchange')}
          help={t('applications.tokens.exchange_help')}
        />
      )}
      <FormSwitch
        form={form}
        name="customClientMetadata.useGrantedResource"
        label={t('applications.tokens.granted')}
        help={t('applications.tokens.granted_help')}
      />
      {type === 'Native' && (
        <FormSwitch
          form={form}
          name="customClientMetadata.isDeviceFlow"
          label={t('applications.tokens.device')}
          help={t('applications.tokens.device_help')}
          disabled
        />
      )}
      <TokenLimits form={form} />
    </FormSection>
  );
};

/** The lifetimes of tokens and grants, and the maximum number of grants. */
const TokenLimits = ({ form }: { form: SettingsForm }) => {
  const t = useT();
  return (
    <Grid>
      <FormField
        form={form}
        name="customClientMetadata.refreshTokenTtlInDays"
        label={t('applications.tokens.refresh_ttl')}
        term="refresh_token"
        help={t('applications.tokens.refresh_ttl_help')}
        isOptional
      >
        {field => (
          <NumberInput {...field} unit={t('applications.tokens.days', { count: field.value ?? 0 })} />
        )}
      </FormField>
      <FormField
        form={form}
        name="customClientMetadata.idTokenTtl"
        label={t('applications.tokens.id_ttl')}
        help={t('applications.tokens.id_ttl_help')}
        isOptional
      >
        {field => <DurationInput {...field} />}
      </FormField>
      <FormField
        form={form}
        name="customClientMetadata.idTokenSignedResponseAlg"
        label={t('applications.tokens.id_alg')}
        help={t('applications.tokens.id_alg_help')}
      >
        {field => (
          <Select
            {...field}
            options={[
              { value: '', label: t('applications.tokens.id_alg_default') },
              ...idTokenAlgorithms.map(value => ({ value, label: value })),
            ]}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="customClientMetadata.maxAllowedGrants"
        label={t('applications.tokens.grants')}
        help={t('applications.tokens.grants_help')}
        isOptional
      >
        {field => <NumberInput {...field} />}
      </FormField>
    </Grid>
  );
};
