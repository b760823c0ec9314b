import { resources } from '@gatehouse/contract/resources.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Server } from 'lucide-react';
import { HistoryButton } from '../../history/history.tsx';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { useDeleteApiResource } from './delete.tsx';
import { isManagementApi } from './management-api.ts';

export const ApiResourceDetail = () => {
  const t = useT();
  const goTo = useGoTo();
  const deleteResource = useDeleteApiResource();
  return (
    <EntityDetail
      row={resources.read}
      back={{ href: paths.apiResources(), label: t('api_resources.title') }}
      tabs={['permissions', 'general'] as const}
      tabLabel={tab => t(`api_resources.tabs.${tab}`)}
      tabHref={paths.apiResource}
      page={resource => ({
        name: resource.name,
        icon: (
          <EntityIcon size="large">
            <Server />
          </EntityIcon>
        ),
        copyableId: resource.indicator,
        tags: (
          <>
            {isManagementApi(resource) && <Tag>{t('general.built_in')}</Tag>}
            {resource.isDefault && <Tag tone="accent">{t('general.default')}</Tag>}
          </>
        ),
        actions: (
          <>
            <Button href={paths.apiResourceGuide(resource.id)}>{t('api_resources.open_guide')}</Button>
            <HistoryButton kind="resource" id={resource.id} />
          </>
        ),
        menu: isManagementApi(resource)
          ? []
          : [
              {
                label: t('general.delete'),
                isDanger: true,
                onSelect: () => void deleteResource(resource, () => goTo(paths.apiResources())),
              },
            ],
        notice: isManagementApi(resource) && (
          <Callout tone="info">{t('api_resources.management_api')}</Callout>
        ),
      })}
    />
  );
};
