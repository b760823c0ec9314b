import { type SsoConnectorWithProvider, ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import { EntityIcon, EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Grid, Row } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ThemedImage } from '@gatehouse/ui/themed-image.tsx';
import { Tile } from '@gatehouse/ui/tile.tsx';
import { Outlet } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteEnterpriseSso } from './delete.ts';
import { EnterpriseSsoStatus, isSetUp } from './status.tsx';

const shownDomains = 3;

/** The identity providers, each with its own set-up. */
const ProviderTiles = () => {
  const { data = [] } = useRead(ssoConnectors.listProviders, {}, { hideErrors: true });
  return (
    <Grid minWidth="200px" gap={3}>
      {data.map(({ providerName, name, logo, logoDark }) => (
        <Tile
          key={providerName}
          href={`${paths.createEnterpriseSso()}?provider=${providerName}`}
          icon={
            <EntityIcon>
              <ThemedImage src={logo} darkSrc={logoDark} />
            </EntityIcon>
          }
          title={name}
        />
      ))}
    </Grid>
  );
};

export const EnterpriseSsoList = () => {
  const t = useT();
  const deletion = useDeleteEnterpriseSso();
  return (
    <>
      <EntityList
        row={ssoConnectors.list}
        words="enterprise_sso"
        icon={Building2}
        illustration={<Illustration of="enterprise" />}
        starts={() => <ProviderTiles />}
        nameOf={({ connectorName }) => connectorName}
        create={{ href: paths.createEnterpriseSso() }}
        rowHref={connector => paths.enterpriseSso(connector.id, isSetUp(connector) ? undefined : 'set-up')}
        deletion={deletion}
        bulk={[deletion.many]}
        columns={[
          {
            id: 'name',
            header: t('general.name'),
            cell: ({ connectorName, name, providerLogo, providerLogoDark }: SsoConnectorWithProvider) => (
              <EntityName
                icon={
                  <EntityIcon>
                    <ThemedImage src={providerLogo} darkSrc={providerLogoDark} />
                  </EntityIcon>
                }
                name={connectorName}
                detail={name}
              />
            ),
          },
          {
            id: 'domains',
            header: t('enterprise_sso.domains'),
            cell: ({ domains }: SsoConnectorWithProvider) => (
              <Row gap={2}>
                {domains.slice(0, shownDomains).map(domain => (
                  <Tag key={domain}>{domain}</Tag>
                ))}
                {domains.length > shownDomains && (
                  <Text tone="faint">
                    {t('enterprise_sso.more_domains', { count: domains.length - shownDomains })}
                  </Text>
                )}
              </Row>
            ),
          },
          {
            id: 'status',
            header: t('enterprise_sso.status.title'),
            cell: (connector: SsoConnectorWithProvider) => <EnterpriseSsoStatus connector={connector} />,
          },
        ]}
      />
      <Outlet />
    </>
  );
};
