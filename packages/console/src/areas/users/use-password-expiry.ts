import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { userPasswords } from '@gatehouse/contract/user-passwords.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { nameOfPerson } from '../../templates/person.tsx';

/** Expires the password of a user. Undefined where passwords do not expire. */
export const usePasswordExpiry = () => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const { data } = useRead(signInExperienceRows.read, {}, { hideErrors: true });
  const { mutateAsync: expire } = useWrite(userPasswords.expirePassword);
  if (!data?.passwordExpiration.enabled) return undefined;
  return async (user: User) => {
    const name = nameOfPerson(user);
    const [isConfirmed] = await confirm({
      title: t('users.password.expire_title', { name }),
      body: t('users.password.expire_text'),
      confirmLabel: t('users.password.expire'),
    });
    if (!isConfirmed) return;
    await expire({ params: { userId: user.id }, body: { isExpired: true } }).then(
      () => toast.success(t('users.password.expired', { name })),
      // Failed requests are reported centrally.
      () => undefined,
    );
  };
};
