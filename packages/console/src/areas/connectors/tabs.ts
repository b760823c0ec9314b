import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { connectorAddresses } from './addresses.ts';
import type { ConnectorTab } from './kinds.ts';

export const useConnectorTabs = (current: ConnectorTab) => {
  const t = useT();
  return connectorAddresses.at.connectors.tabs.map(tab => ({
    href: paths.connectors(tab),
    label: t(`connectors.tabs.${tab}`),
    isCurrent: tab === current,
  }));
};
