import type { User } from '@gatehouse/contract/users.ts';
import { paths } from '../../paths.ts';
import { useEntity } from '../../templates/entity-detail.tsx';
import { LogList } from '../../templates/log-list.tsx';

export const UserLogs = () => {
  const { id } = useEntity<User>();
  return <LogList query={{ userId: id }} logHref={logId => paths.userLog(id, logId)} />;
};
