import { type ConnectorFactory, connectorFactories, connectors } from '@gatehouse/contract/connectors.ts';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { Grid, Stack } from '@gatehouse/ui/layout.tsx';
import { SearchInput } from '@gatehouse/ui/search-input.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Tile } from '@gatehouse/ui/tile.tsx';
import { useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { tabOf, typeOfCreation } from './kinds.ts';
import { ConnectorLogo } from './logo.tsx';
import { useConnectorDescription, useConnectorName } from './name.ts';

/** A grid of provider logos to choose from, searchable by name. */
export const CreateConnector = () => {
  const t = useT();
  const goTo = useGoTo();
  const nameOf = useConnectorName();
  const descriptionOf = useConnectorDescription();
  const { createType = '' } = useParams({ strict: false }) as { createType?: string };
  const type = typeOfCreation(createType);
  const [query, setQuery] = useState('');
  const { data, failure } = useReadOrFailure(connectorFactories.list, {});
  const { data: existing } = useRead(connectors.list, {}, { hideErrors: true });
  if (!type) return <NotFound />;
  const tab = tabOf(type);
  const isFree = ({ id, isStandard }: ConnectorFactory) =>
    isStandard || !existing?.some(({ connectorId }) => connectorId === id);
  const matches = (factory: ConnectorFactory) =>
    `${nameOf(factory)} ${factory.id}`.toLowerCase().includes(query.trim().toLowerCase());
  const shown = data?.filter(factory => factory.type === type && isFree(factory) && matches(factory));
  return (
    <Dialog
      isOpen
      size="large"
      onClose={() => goTo(paths.connectors(tab))}
      title={t(`connectors.create_title.${type}`)}
      description={t(`connectors.create_text.${type}`)}
    >
      <Stack>
        {type === 'Social' && <QuotaNotice feature="socialConnectorsLimit" />}
        <SearchInput
          value={query}
          onChange={setQuery}
          placeholder={t('connectors.search')}
          debounceMs={100}
        />
        {failure ?? (!data && <DelayedLoading />)}
        {shown?.length === 0 && (
          <EmptyState icon={<SearchX aria-hidden />}>{t('connectors.none_found')}</EmptyState>
        )}
        <Grid minWidth="200px" gap={3}>
          {shown?.map(factory => (
            <Tile
              key={factory.id}
              href={paths.connectorGuide(tab, factory.id)}
              icon={
                <EntityIcon>
                  <ConnectorLogo {...factory} />
                </EntityIcon>
              }
              title={nameOf(factory)}
              description={descriptionOf(factory)}
            />
          ))}
        </Grid>
      </Stack>
    </Dialog>
  );
};
