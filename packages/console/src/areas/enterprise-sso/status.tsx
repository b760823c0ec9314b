import { isCompleteConfig, type SsoConnector } from '@gatehouse/contract/sso-connectors.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';

type Configured = Pick<SsoConnector, 'providerName' | 'config' | 'domains'>;

/** Whether the settings are complete enough for a sign-in. The identity provider can still refuse it. */
export const isSetUp = ({ providerName, config }: Pick<Configured, 'providerName' | 'config'>) =>
  isCompleteConfig(providerName, config);

export const EnterpriseSsoStatus = ({ connector }: { connector: Configured }) => {
  const t = useT();
  if (!isSetUp(connector)) return <Tag tone="warning">{t('enterprise_sso.status.incomplete')}</Tag>;
  if (connector.domains.length === 0) return <Tag tone="warning">{t('enterprise_sso.status.no_domain')}</Tag>;
  return <Tag tone="success">{t('enterprise_sso.status.ready')}</Tag>;
};
