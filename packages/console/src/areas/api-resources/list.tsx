import { type Resource, resources } from '@gatehouse/contract/resources.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Outlet } from '@tanstack/react-router';
import { Server } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { codeColumn, nameColumn, tagsColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteApiResource } from './delete.ts';
import { ApiResourceTags } from './tags.tsx';

export const ApiResourceList = () => {
  const t = useT();
  const deletion = useDeleteApiResource();
  return (
    <>
      <EntityList
        row={resources.list}
        words="api_resources"
        icon={Server}
        illustration={<Illustration of="apis" />}
        isSearchable
        create={{ href: paths.createApiResource() }}
        rowHref={({ id }) => paths.apiResource(id)}
        deletion={deletion}
        bulk={[deletion.many]}
        columns={[
          nameColumn(t('general.name'), { icon: () => <Server /> }),
          codeColumn(t('api_resources.indicator'), 'indicator'),
          tagsColumn(t('general.labels'), (resource: Resource) => <ApiResourceTags resource={resource} />),
        ]}
      />
      <Outlet />
    </>
  );
};
