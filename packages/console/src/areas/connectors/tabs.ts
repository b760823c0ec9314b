import { type ConnectorTab, paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';

const tabs: readonly ConnectorTab[] = ['passwordless', 'social'];

export const useConnectorTabs = (current: ConnectorTab) => {
  const t = useT();
  return tabs.map(tab => ({
    href: paths.connectors(tab),
    label: t(`connectors.tabs.${tab}`),
    isCurrent: tab === current,
  }));
};
