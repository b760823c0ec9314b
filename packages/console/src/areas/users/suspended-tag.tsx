import type { User } from '@gatehouse/contract/users.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';

export const SuspendedTag = ({ user }: { user: User }) => {
  const t = useT();
  return user.isSuspended && <Tag tone="danger">{t('users.suspended')}</Tag>;
};
