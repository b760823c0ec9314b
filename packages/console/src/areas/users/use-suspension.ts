import { type User, users } from '@gatehouse/contract/users.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { nameOfPerson } from '../../templates/person.tsx';

/** Suspends or reactivates a user. */
export const useSuspension = () => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const { mutateAsync } = useWrite(users.updateSuspension);
  return async (user: User) => {
    const name = nameOfPerson(user);
    const words = user.isSuspended ? 'users.reactivate' : 'users.suspend';
    const [isConfirmed] = await confirm({
      title: t(`${words}.title`, { name }),
      body: t(`${words}.text`),
      confirmLabel: t(`${words}.action`),
      isDanger: !user.isSuspended,
    });
    if (!isConfirmed) return;
    const isDone = await mutateAsync({
      params: { userId: user.id },
      body: { isSuspended: !user.isSuspended },
    }).then(
      () => true,
      () => false,
    );
    if (isDone) toast.success(t(`${words}.done`, { name }));
  };
};
