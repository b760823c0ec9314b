import { certificateAuthority, clearableUrl } from '@gatehouse/contract/fields.ts';
import {
  clientAuthentications,
  type SsoConnectorWithProvider,
  ssoConnectors,
} from '@gatehouse/contract/sso-connectors.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { tenantEndpoint } from '../../session/tenant.ts';
import { CertificateAuthorityField } from '../../templates/certificate-authority-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { CheckConnection } from './check-connection.tsx';
import { factsOf } from './facts.ts';
import { issuerPlaceholders } from './issuer-placeholders.ts';
import { OwnFacts } from './own-facts.tsx';

const oidcFields = z.object({
  config: z.object({
    clientId: z.string(),
    clientSecret: z.string(),
    issuer: clearableUrl,
    scope: z.string(),
    trustUnverifiedEmail: z.boolean(),
    tokenEndpointAuthMethod: z.enum(['', ...clientAuthentications]),
    certificateAuthority: certificateAuthority.or(z.literal('')),
  }),
});

type OidcValues = z.infer<typeof oidcFields>;

export const OidcConnection = () => {
  const t = useT();
  const form = useConnectionForm();
  return (
    <EditForm form={form}>
      <FormSection title={t('enterprise_sso.ours')} help={t('enterprise_sso.ours_help')}>
        <OwnFacts />
      </FormSection>
      <ProviderSection form={form} />
      <CheckConnection>
        <DiscoveredFacts />
      </CheckConnection>
    </EditForm>
  );
};

const useConnectionForm = () => {
  const t = useT();
  const { id, config } = useEntity<SsoConnectorWithProvider>();
  const update = useWrite(ssoConnectors.update);
  const text = (name: string) => String(config[name] ?? '');
  return useEditForm<OidcValues>({
    schema: oidcFields,
    values: {
      config: {
        clientId: text('clientId'),
        clientSecret: text('clientSecret'),
        issuer: text('issuer'),
        scope: text('scope'),
        trustUnverifiedEmail: config.trustUnverifiedEmail === true,
        tokenEndpointAuthMethod:
          clientAuthentications.find(method => method === config.tokenEndpointAuthMethod) ?? '',
        certificateAuthority: text('certificateAuthority'),
      },
    },
    savedMessage: t('enterprise_sso.saved'),
    save: values => {
      const { trustUnverifiedEmail, ...texts } = values.config;
      const typed = Object.entries(texts).filter(([, value]) => value !== '');
      return update.mutateAsync({
        params: { id },
        body: { config: { ...Object.fromEntries(typed), trustUnverifiedEmail } },
      });
    },
  });
};

const ProviderSection = ({ form }: { form: Form<OidcValues> }) => {
  const t = useT();
  const { providerName } = useEntity<SsoConnectorWithProvider>();
  return (
    <FormSection title={t('enterprise_sso.theirs')} help={t(`enterprise_sso.steps.${providerName}`)}>
      <FormField form={form} name="config.clientId" label={t('enterprise_sso.oidc.client_id')} isMono />
      <FormField form={form} name="config.clientSecret" label={t('enterprise_sso.oidc.client_secret')}>
        {field => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
      {providerName !== 'GoogleWorkspace' && (
        <FormField
          form={form}
          name="config.issuer"
          label={t('enterprise_sso.oidc.issuer')}
          help={t('enterprise_sso.oidc.issuer_help')}
          placeholder={issuerPlaceholders[providerName]}
          inputMode="url"
          isMono
        />
      )}
      <FormField
        form={form}
        name="config.tokenEndpointAuthMethod"
        label={t('enterprise_sso.oidc.client_authentication')}
        help={t('enterprise_sso.oidc.client_authentication_help', {
          address: `${tenantEndpoint()}/oidc/jwks`,
        })}
      >
        {field => (
          <Select
            {...field}
            options={[
              { value: '', label: t('enterprise_sso.oidc.automatic') },
              ...clientAuthentications.map(value => ({ value, label: value })),
            ]}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="config.scope"
        label={t('enterprise_sso.oidc.scope')}
        help={t('enterprise_sso.oidc.scope_help')}
        placeholder={t('enterprise_sso.oidc.scope_placeholder')}
        isMono
        isOptional
      />
      <FormSwitch
        form={form}
        name="config.trustUnverifiedEmail"
        label={t('enterprise_sso.oidc.trust_email')}
        help={t('enterprise_sso.oidc.trust_email_help')}
      />
      <CertificateAuthorityField form={form} name="config.certificateAuthority" />
    </FormSection>
  );
};

/** Details from the provider's discovery document. */
const DiscoveredFacts = () => {
  const t = useT();
  const { providerConfig } = useEntity<SsoConnectorWithProvider>();
  const { issuer, authorizationEndpoint, tokenEndpoint, jwksUri } = factsOf(providerConfig);
  const discovered = { issuer, authorizationEndpoint, tokenEndpoint, jwksUri };
  const found = Object.entries(discovered).flatMap(([name, value]) =>
    value
      ? [
          {
            key: t(`enterprise_sso.oidc.found.${name as keyof typeof discovered}`),
            value: <CopyText text={value} />,
          },
        ]
      : [],
  );
  return <KeyValueList items={found} />;
};
