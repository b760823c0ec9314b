import { resources } from '@gatehouse/contract/resources.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { BookOpen, Server } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { Notice } from '../../templates/notice.tsx';
import { useDeleteApiResource } from './delete.ts';
import { isManagementApi } from './management-api.ts';
import { ApiResourceTags } from './tags.tsx';

export const ApiResourceDetail = () => {
  const t = useT();
  const deletion = useDeleteApiResource();
  return (
    <EntityDetail
      row={resources.read}
      words="api_resources"
      listHref={paths.apiResources()}
      tabs={['permissions', 'general'] as const}
      tabHref={paths.apiResource}
      historyKind="resource"
      deletion={deletion}
      page={resource => ({
        icon: <Server />,
        copyableId: resource.indicator,
        tags: <ApiResourceTags resource={resource} />,
        actions: (
          <Button icon={<BookOpen />} href={paths.apiResourceGuide(resource.id)}>
            {t('api_resources.open_guide')}
          </Button>
        ),
        notice: isManagementApi(resource) && (
          <Notice flag="managementApiAcknowledged">{t('api_resources.management_api')}</Notice>
        ),
      })}
    />
  );
};
