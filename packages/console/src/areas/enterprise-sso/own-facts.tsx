import type { SsoConnectorWithProvider } from '@gatehouse/contract/sso-connectors.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { useT } from '../../phrases.tsx';
import { tenantEndpoint } from '../../session/tenant.ts';
import { useEntity } from '../../templates/entity-detail.tsx';
import { factsOf } from './facts.ts';

/** The values that an administrator enters at the identity provider. */
export const useOwnFacts = () => {
  const t = useT();
  const { id, providerType, providerConfig } = useEntity<SsoConnectorWithProvider>();
  const { serviceProvider } = factsOf(providerConfig);
  const redirectUri = `${tenantEndpoint()}/callback/${id}`;
  const facts =
    providerType === 'oidc'
      ? [{ key: t('enterprise_sso.oidc.redirect_uri'), text: redirectUri }]
      : [
          { key: t('enterprise_sso.saml.metadata_url'), text: serviceProvider?.metadataUrl },
          { key: t('enterprise_sso.saml.entity_id'), text: serviceProvider?.entityId },
          { key: t('enterprise_sso.saml.acs_url'), text: serviceProvider?.assertionConsumerServiceUrl },
          { key: t('enterprise_sso.saml.logout_url'), text: serviceProvider?.singleLogoutServiceUrl },
          { key: t('enterprise_sso.saml.signing_certificate'), text: serviceProvider?.signingCertificate },
          {
            key: t('enterprise_sso.saml.encryption_certificate'),
            text: serviceProvider?.encryptionCertificate,
          },
        ];
  return facts.flatMap(({ key, text }) => (text ? [{ key, text }] : []));
};

export const OwnFacts = () => (
  <KeyValueList items={useOwnFacts().map(({ key, text }) => ({ key, value: <CopyText text={text} /> }))} />
);
