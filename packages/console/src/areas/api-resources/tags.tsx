import type { Resource } from '@gatehouse/contract/resources.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';
import { isManagementApi } from './management-api.ts';

export const ApiResourceTags = ({ resource }: { resource: Resource }) => {
  const t = useT();
  return (
    <>
      {isManagementApi(resource) && <Tag>{t('general.built_in')}</Tag>}
      {resource.isDefault && <Tag tone="accent">{t('general.default')}</Tag>}
    </>
  );
};
