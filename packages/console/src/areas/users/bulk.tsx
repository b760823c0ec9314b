import { userRoles } from '@gatehouse/contract/user-access.ts';
import { type User, users } from '@gatehouse/contract/users.ts';
import { CircleCheck, CircleSlash, Tags } from 'lucide-react';
import { writeMany } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { RolePicker } from '../../pickers/role-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import type { BulkAction } from '../../templates/bulk-bar.tsx';
import type { Deletion } from '../../templates/use-delete.tsx';

/** What can be done with several people at once. */
export const useBulkActions = (deletion: Deletion<User>): BulkAction<User>[] => {
  const t = useT();
  const setSuspension =
    (isSuspended: boolean) =>
    (people: User[], onProgress: (done: number) => void): Promise<Error[]> =>
      writeMany(
        users.updateSuspension,
        people.map(({ id }) => ({ params: { userId: id }, body: { isSuspended } })),
        onProgress,
      );
  return [
    {
      label: t('users.roles.assign'),
      icon: <Tags />,
      dialog: (people, onClose) => (
        <AssignDialog
          words="users.roles"
          name={t('users.count', { count: people.length })}
          picker={field => <RolePicker {...field} type="User" />}
          assign={async roleIds => {
            const inputs = people.map(({ id }) => ({ params: { userId: id }, body: { roleIds } }));
            const [failure] = await writeMany(userRoles.assignRoles, inputs, () => undefined);
            if (failure) throw failure;
          }}
          onClose={onClose}
        />
      ),
    },
    {
      label: t('users.suspend.action'),
      icon: <CircleSlash />,
      isAllowed: ({ isSuspended }) => !isSuspended,
      text: t('users.suspend.text'),
      run: setSuspension(true),
    },
    {
      label: t('users.reactivate.action'),
      icon: <CircleCheck />,
      isAllowed: ({ isSuspended }) => isSuspended,
      text: t('users.reactivate.text'),
      run: setSuspension(false),
    },
    deletion.many,
  ];
};
