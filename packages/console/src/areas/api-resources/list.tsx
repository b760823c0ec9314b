import { resources } from '@gatehouse/contract/resources.ts';
import { EntityIcon, EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Outlet } from '@tanstack/react-router';
import { Server } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteApiResource } from './delete.tsx';
import { isManagementApi } from './management-api.ts';

export const ApiResourceList = () => {
  const t = useT();
  const deleteResource = useDeleteApiResource();
  return (
    <>
      <EntityList
        row={resources.list}
        title={t('api_resources.title')}
        description={t('api_resources.subtitle')}
        create={{ label: t('api_resources.create'), href: paths.createApiResource() }}
        count={count => t('api_resources.count', { count })}
        empty={{ icon: <Server aria-hidden />, text: t('api_resources.empty') }}
        rowName={({ name }) => name}
        rowHref={({ id }) => paths.apiResource(id)}
        rowMenu={resource =>
          isManagementApi(resource)
            ? []
            : [{ label: t('general.delete'), isDanger: true, onSelect: () => void deleteResource(resource) }]
        }
        columns={[
          {
            id: 'name',
            header: t('api_resources.name'),
            cell: ({ name }) => (
              <EntityName
                icon={
                  <EntityIcon>
                    <Server />
                  </EntityIcon>
                }
                name={name}
              />
            ),
          },
          {
            id: 'indicator',
            header: t('api_resources.indicator'),
            cell: ({ indicator }) => <Text isMono>{indicator}</Text>,
          },
          {
            id: 'tags',
            header: t('api_resources.labels'),
            align: 'end',
            cell: resource => (
              <>
                {isManagementApi(resource) && <Tag>{t('general.built_in')}</Tag>}
                {resource.isDefault && <Tag tone="accent">{t('general.default')}</Tag>}
              </>
            ),
          },
        ]}
      />
      <Outlet />
    </>
  );
};
