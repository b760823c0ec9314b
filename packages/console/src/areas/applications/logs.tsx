import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { paths } from '../../paths.ts';
import { useEntity } from '../../templates/entity-detail.tsx';
import { LogList } from '../../templates/log-list.tsx';

export const ApplicationLogs = () => {
  const { id } = useEntity<ApplicationDetail>();
  return <LogList query={{ applicationId: id }} logHref={logId => paths.applicationLog(id, logId)} />;
};
