import type { User } from '@gatehouse/contract/users.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';

/** The states that prevent a user from signing in. */
export const StandingTags = ({ user }: { user: User }) => {
  const t = useT();
  return (
    <>
      {user.isSuspended && <Tag tone="danger">{t('users.suspended')}</Tag>}
      {user.deletionDueAt !== null && <Tag tone="warning">{t('users.deletion.tag')}</Tag>}
    </>
  );
};
