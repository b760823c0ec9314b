import { applications } from '@gatehouse/contract/applications.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { useDeleteApplication } from './delete.ts';
import { ApplicationTypeIcon } from './type-icon.tsx';

export const ApplicationDetail = () => {
  const t = useT();
  const deletion = useDeleteApplication();
  return (
    <EntityDetail
      row={applications.read}
      words="applications"
      listHref={paths.applications()}
      tabs={['settings', 'roles'] as const}
      tabHref={paths.application}
      historyKind="application"
      deletion={deletion}
      page={({ type }) => ({
        icon: <ApplicationTypeIcon type={type} />,
        tags: <Tag tone="accent">{t(`applications.types.${type}`)}</Tag>,
        tabs: type === 'MachineToMachine' ? ['settings', 'roles'] : ['settings'],
      })}
    />
  );
};
