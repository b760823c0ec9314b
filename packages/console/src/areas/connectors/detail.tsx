import { type ConnectorWithFactory, connectors } from '@gatehouse/contract/connectors.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useParams } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { useDeleteConnector } from './delete.ts';
import { useIsInUse } from './in-use.ts';
import type { ConnectorTab } from './kinds.ts';
import { createTypes, tabOf } from './kinds.ts';
import { ConnectorLogo } from './logo.tsx';
import { useConnectorName } from './name.ts';

/** Everything about a connector is on one page. */
const noTabs: readonly ConnectorTab[] = [];

export const ConnectorDetail = () => {
  const t = useT();
  const goTo = useGoTo();
  const nameOf = useConnectorName();
  const isInUse = useIsInUse();
  const deletion = useDeleteConnector();
  const { tab } = useParams({ strict: false }) as { tab?: ConnectorTab };
  if (tab !== 'passwordless' && tab !== 'social') return <NotFound />;
  return (
    <EntityDetail
      row={connectors.read}
      words="connectors"
      listHref={paths.connectors(tab)}
      nameOf={nameOf}
      tabs={noTabs}
      tabHref={id => paths.connector(tab, id)}
      historyKind="connector"
      page={(connector: ConnectorWithFactory) => ({
        icon: <ConnectorLogo {...connector} />,
        tags: (
          <>
            <Tag>{t(`connectors.types.${connector.type}`)}</Tag>
            {connector.isDemo && <Tag tone="warning">{t('connectors.development')}</Tag>}
            {isInUse(connector) && <Tag tone="success">{t('connectors.in_use')}</Tag>}
          </>
        ),
        actions: connector.type !== 'Social' && (
          <Button icon={<Repeat />} href={paths.createConnector(tab, createTypes[connector.type])}>
            {t('connectors.change_provider')}
          </Button>
        ),
        menu: [
          deletionItem(deletion, { id: connector.id, name: nameOf(connector) }, () =>
            goTo(paths.connectors(tabOf(connector.type))),
          ),
        ],
      })}
    />
  );
};
