import type { User } from '@gatehouse/contract/users.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';

/** The states that prevent a user from signing in, or on request that there is none. */
export const StandingTags = ({ user, saysActive }: { user: User; saysActive?: boolean }) => {
  const t = useT();
  return (
    <>
      {saysActive && !user.isSuspended && user.deletionDueAt === null && (
        <Tag tone="success">{t('users.active')}</Tag>
      )}
      {user.isSuspended && <Tag tone="danger">{t('users.suspended')}</Tag>}
      {user.deletionDueAt !== null && <Tag tone="warning">{t('users.deletion.tag')}</Tag>}
    </>
  );
};
