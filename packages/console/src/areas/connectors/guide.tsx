import { connectorFactories } from '@gatehouse/contract/connectors.ts';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { useParams } from '@tanstack/react-router';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { tabOf } from './kinds.ts';
import { ConnectorLogo } from './logo.tsx';
import { useConnectorDescription, useConnectorName } from './name.ts';
import { NewConnector } from './new-connector.tsx';

/** Setup instructions for a provider, next to the form for the resulting values. */
export const ConnectorGuide = () => {
  const t = useT();
  const nameOf = useConnectorName();
  const descriptionOf = useConnectorDescription();
  const { factoryId = '' } = useParams({ strict: false }) as { factoryId?: string };
  const {
    data: factory,
    failure,
    isMissing,
  } = useReadOrFailure(connectorFactories.read, { params: { id: factoryId } });
  if (isMissing) return <NotFound />;
  const list = paths.connectors(factory ? tabOf(factory.type) : 'social');
  return (
    <DetailPage
      back={{ href: list, label: t('connectors.title') }}
      name={factory && t('connectors.set_up_named', { name: nameOf(factory) })}
      failure={failure}
      icon={
        factory && (
          <EntityIcon size="large">
            <ConnectorLogo {...factory} />
          </EntityIcon>
        )
      }
      description={factory && descriptionOf(factory)}
    >
      {factory && <NewConnector key={factory.id} factory={factory} />}
    </DetailPage>
  );
};
