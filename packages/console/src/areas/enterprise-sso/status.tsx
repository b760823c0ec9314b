import { type SsoConnector, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';

type Configured = Pick<SsoConnector, 'providerName' | 'config' | 'domains'>;

/** Whether the settings are complete enough for a sign-in. The identity provider can still refuse it. */
const isSetUp = ({ providerName, config }: Configured) => {
  const has = (...names: string[]) => names.every(name => Boolean(config[name]));
  if (ssoProviders[providerName] === 'saml') {
    return has('metadataUrl') || has('metadata') || has('entityId', 'signInEndpoint', 'x509Certificate');
  }
  return has('clientId', 'clientSecret') && (providerName === 'GoogleWorkspace' || has('issuer'));
};

export const EnterpriseSsoStatus = ({ connector }: { connector: Configured }) => {
  const t = useT();
  if (!isSetUp(connector)) return <Tag tone="warning">{t('enterprise_sso.status.incomplete')}</Tag>;
  if (connector.domains.length === 0) return <Tag tone="warning">{t('enterprise_sso.status.no_domain')}</Tag>;
  return <Tag tone="success">{t('enterprise_sso.status.ready')}</Tag>;
};
