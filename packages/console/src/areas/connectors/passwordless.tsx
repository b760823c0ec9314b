import {
  type ConnectorWithFactory,
  connectors,
  placeholderConnectors,
} from '@gatehouse/contract/connectors.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import type { Column } from '@gatehouse/ui/data-table-props.ts';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { EntityIcon, EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { ListPage } from '@gatehouse/ui/list-page.tsx';
import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Outlet } from '@tanstack/react-router';
import { Mail, MessageSquare, Repeat, Send } from 'lucide-react';
import { useState } from 'react';
import { useBackCloses } from '../../back-closes.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useRowItems } from '../../templates/menu-items.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useIsInUse } from './in-use.ts';
import { createTypes } from './kinds.ts';
import { ConnectorLogo } from './logo.tsx';
import { useConnectorName } from './name.ts';
import { useConnectorTabs } from './tabs.ts';
import { TestMessage } from './test-message.tsx';

type Channel = {
  type: (typeof placeholderConnectors)[number]['type'];
  /** That of a placeholder is empty. */
  name: string;
  connector: ConnectorWithFactory | undefined;
};

const icons = { Email: <Mail />, Sms: <MessageSquare /> };

/** Connectors that send codes and invitations: one for email, one for SMS. */
export const PasswordlessConnectors = () => {
  const t = useT();
  const nameOf = useConnectorName();
  const [tested, setTested] = useState<ConnectorWithFactory>();
  const menuOf = useChannelMenu(setTested);
  const columns = useChannelColumns();
  const tabs = useConnectorTabs('passwordless');
  const { data, failure } = useReadOrFailure(connectors.list, {});
  const channels =
    data &&
    placeholderConnectors.map(placeholder => {
      const { type } = placeholder;
      const connector = data.find(each => each.type === type);
      return { type, connector, name: nameOf(connector ?? placeholder) };
    });
  const hrefOf = ({ type, connector }: Channel) =>
    connector
      ? paths.connector('passwordless', connector.id)
      : paths.createConnector('passwordless', createTypes[type]);
  return (
    <>
      <ListPage title={t('connectors.title')} description={t('connectors.subtitle')} tabs={tabs}>
        <DataTable
          label={t('connectors.tabs.passwordless')}
          rows={channels}
          skeletonRows={2}
          rowKey={({ type }) => type}
          rowName={({ type }) => t(`connectors.types.${type}`)}
          rowHref={hrefOf}
          rowMenu={menuOf}
          error={failure}
          columns={columns}
        />
      </ListPage>
      {tested && <TestDialog connector={tested} onClose={() => setTested(undefined)} />}
      <Outlet />
    </>
  );
};

const useChannelMenu = (onTest: (connector: ConnectorWithFactory) => void) => {
  const t = useT();
  const goTo = useGoTo();
  const rowItems = useRowItems();
  return ({ type, connector }: Channel): MenuItem[] => {
    if (!connector) return [];
    const test = { label: t('connectors.test.send'), icon: <Send />, onSelect: () => onTest(connector) };
    return [
      rowItems.open(paths.connector('passwordless', connector.id)),
      rowItems.copyId(connector.id),
      ...(connector.isDemo ? [] : [test]),
      {
        label: t('connectors.change_provider'),
        icon: <Repeat />,
        onSelect: () => goTo(paths.createConnector('passwordless', createTypes[type])),
      },
    ];
  };
};

const useChannelColumns = (): Column<Channel>[] => {
  const t = useT();
  const isInUse = useIsInUse();
  return [
    {
      id: 'channel',
      header: t('connectors.channel'),
      cell: ({ type, name }: Channel) => (
        <EntityName
          icon={<EntityIcon>{icons[type]}</EntityIcon>}
          name={t(`connectors.types.${type}`)}
          detail={name || t('connectors.not_set_up')}
        />
      ),
    },
    {
      id: 'provider',
      header: t('connectors.provider'),
      cell: ({ type, connector, name }: Channel) =>
        connector ? (
          <EntityName
            icon={
              <EntityIcon size="small">
                <ConnectorLogo {...connector} />
              </EntityIcon>
            }
            name={name}
          />
        ) : (
          <Button size="small" href={paths.createConnector('passwordless', createTypes[type])}>
            {t('connectors.set_up')}
          </Button>
        ),
    },
    {
      id: 'status',
      header: t('connectors.status'),
      cell: ({ type, connector }: Channel) => (
        <Row gap={2}>
          {connector?.isDemo && <Tag tone="warning">{t('connectors.development')}</Tag>}
          {isInUse({ type, target: connector?.target }) ? (
            <Tag tone={connector ? 'success' : 'danger'}>
              {t(connector ? 'connectors.in_use' : 'connectors.missing')}
            </Tag>
          ) : (
            <Text tone="faint">{t('connectors.not_in_use')}</Text>
          )}
        </Row>
      ),
    },
  ];
};

type TestDialogProps = { connector: ConnectorWithFactory; onClose: () => void };

/** Tries what is saved, without opening it. */
const TestDialog = ({ connector, onClose }: TestDialogProps) => {
  const t = useT();
  const nameOf = useConnectorName();
  useBackCloses(onClose);
  return (
    <Dialog isOpen onClose={onClose} title={t('connectors.test.send')} description={nameOf(connector)}>
      <TestMessage factory={{ ...connector, id: connector.connectorId }} config={() => connector.config} />
    </Dialog>
  );
};
