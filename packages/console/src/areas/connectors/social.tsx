import { type ConnectorWithFactory, connectorFactories, connectors } from '@gatehouse/contract/connectors.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import type { Column } from '@gatehouse/ui/data-table-props.ts';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityIcon, EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { ListPage } from '@gatehouse/ui/list-page.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Tile } from '@gatehouse/ui/tile.tsx';
import { Outlet } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRead } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { codeColumn } from '../../templates/columns.tsx';
import { deletionItem, useRowItems } from '../../templates/menu-items.tsx';
import { Notice } from '../../templates/notice.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { useKey } from '../../use-key.ts';
import { useDeleteConnector } from './delete.ts';
import { useIsInUse } from './in-use.ts';
import { ConnectorLogo } from './logo.tsx';
import { useConnectorName } from './name.ts';
import { useConnectorTabs } from './tabs.ts';

/** The social connectors that users can sign in with. */
export const SocialConnectors = () => {
  const t = useT();
  const goTo = useGoTo();
  const nameOf = useConnectorName();
  const columns = useSocialColumns();
  const rowItems = useRowItems();
  const deletion = useDeleteConnector();
  const tabs = useConnectorTabs('social');
  const { data, failure } = useReadOrFailure(connectors.list, {});
  const rows = data?.filter(({ type }) => type === 'Social');
  const create = () => goTo(paths.createConnector('social', 'social'));
  useKey('n', create);
  const createButton = (
    <WriteButton row={connectors.create} variant="primary" icon={<Plus />} kbd="N" onClick={create}>
      {t('connectors.create')}
    </WriteButton>
  );
  return (
    <>
      <ListPage
        title={t('connectors.title')}
        description={t('connectors.subtitle')}
        tabs={tabs}
        action={createButton}
        count={rows && t('connectors.count', { count: rows.length })}
      >
        {rows && rows.length > 0 && <OrderNotice />}
        <DataTable
          label={t('connectors.tabs.social')}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={nameOf}
          rowHref={({ id }) => paths.connector('social', id)}
          rowMenu={connector => [
            rowItems.open(paths.connector('social', connector.id)),
            rowItems.copyId(connector.id),
            deletionItem(deletion, { id: connector.id, name: nameOf(connector) }),
          ]}
          error={failure}
          empty={
            <EmptyState
              illustration={<Illustration of="connectors" />}
              action={createButton}
              starts={<ProviderTiles />}
            >
              {t('connectors.empty')}
            </EmptyState>
          }
          columns={columns}
        />
      </ListPage>
      <Outlet />
    </>
  );
};

/** The providers that most users have an account at. */
const usual = [
  'google-universal',
  'github-universal',
  'apple-universal',
  'azuread-universal',
  'facebook-universal',
  'discord-universal',
];

const ProviderTiles = () => {
  const nameOf = useConnectorName();
  const { data = [] } = useRead(connectorFactories.list, {}, { hideErrors: true });
  return (
    <Grid minWidth="200px" gap={3}>
      {usual.flatMap(id =>
        data
          .filter(factory => factory.id === id)
          .map(factory => (
            <Tile
              key={id}
              href={paths.connectorGuide('social', id)}
              icon={
                <EntityIcon>
                  <ConnectorLogo {...factory} />
                </EntityIcon>
              }
              title={nameOf(factory)}
            />
          )),
      )}
    </Grid>
  );
};

const OrderNotice = () => {
  const t = useT();
  return (
    <Notice
      flag="connectorSieNoticeConfirmed"
      action={
        <Button size="small" href={paths.area('sign-in-experience/sign-up-and-sign-in')}>
          {t('connectors.open_order')}
        </Button>
      }
    >
      {t('connectors.order_note')}
    </Notice>
  );
};

const useSocialColumns = (): Column<ConnectorWithFactory>[] => {
  const t = useT();
  const nameOf = useConnectorName();
  const isInUse = useIsInUse();
  return [
    {
      id: 'name',
      header: t('connectors.provider'),
      cell: (connector: ConnectorWithFactory) => (
        <EntityName
          icon={
            <EntityIcon>
              <ConnectorLogo {...connector} />
            </EntityIcon>
          }
          name={nameOf(connector)}
          detail={connector.connectorId}
        />
      ),
    },
    codeColumn(t('connectors.target'), 'target'),
    {
      id: 'status',
      header: t('connectors.status'),
      cell: (connector: ConnectorWithFactory) =>
        isInUse(connector) ? (
          <Tag tone="success">{t('connectors.in_use')}</Tag>
        ) : (
          <Text tone="faint">{t('connectors.not_in_use')}</Text>
        ),
    },
  ];
};
