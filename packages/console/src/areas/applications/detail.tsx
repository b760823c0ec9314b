import { applications } from '@gatehouse/contract/applications.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { HistoryButton } from '../../history/history.tsx';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { useDeleteApplication } from './delete.tsx';
import { ApplicationTypeIcon } from './type-icon.tsx';

export const ApplicationDetail = () => {
  const t = useT();
  const goTo = useGoTo();
  const deleteApplication = useDeleteApplication();
  return (
    <EntityDetail
      row={applications.read}
      back={{ href: paths.applications(), label: t('applications.title') }}
      tabs={['settings', 'roles'] as const}
      tabLabel={tab => t(`applications.tabs.${tab}`)}
      tabHref={paths.application}
      page={application => ({
        name: application.name,
        icon: <ApplicationTypeIcon type={application.type} size="large" />,
        copyableId: application.id,
        tags: <Tag tone="accent">{t(`applications.types.${application.type}`)}</Tag>,
        tabs: application.type === 'MachineToMachine' ? ['settings', 'roles'] : ['settings'],
        actions: <HistoryButton kind="application" id={application.id} />,
        menu: [
          {
            label: t('general.delete'),
            isDanger: true,
            onSelect: () => void deleteApplication(application, () => goTo(paths.applications())),
          },
        ],
      })}
    />
  );
};
