import { userSessions } from '@gatehouse/contract/user-access.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { send, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { nameOfPerson } from '../../templates/person.tsx';

/** Ends all sessions of a user and revokes the grants of applications. */
export const useSignOutEverywhere = () => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const { mutateAsync: revokeSession } = useWrite(userSessions.revokeSession);
  const { mutateAsync: revokeGrant } = useWrite(userSessions.revokeGrant);

  const endAll = async (userId: string) => {
    const { sessions } = await send(userSessions.listSessions, { params: { userId } });
    for (const { payload } of sessions) {
      await revokeSession({
        params: { userId, sessionId: payload.uid },
        query: { revokeGrantsTarget: 'all' },
      });
    }
    const { grants } = await send(userSessions.listGrants, { params: { userId } });
    for (const { id: grantId } of grants) await revokeGrant({ params: { userId, grantId } });
  };
  return async (user: User) => {
    const name = nameOfPerson(user);
    const [isConfirmed] = await confirm({
      title: t('users.sign_out.title', { name }),
      body: t('users.sign_out.text'),
      confirmLabel: t('users.sign_out.action'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    const isDone = await endAll(user.id).then(
      () => true,
      () => false,
    );
    if (isDone) toast.success(t('users.sign_out.done', { name }));
  };
};
