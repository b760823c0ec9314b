import { type BulkKind, type UserFilterInput, userJobs } from '@gatehouse/contract/user-jobs.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { CircleCheck, CircleSlash, Tags, Trash2 } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { RolePicker } from '../../pickers/role-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import type { BulkAction, Chosen } from '../../templates/bulk-bar.tsx';

/** Bulk actions. They run in the background, with progress above the list. */
export const useBulkActions = (): BulkAction<User>[] => {
  const t = useT();
  const { mutateAsync } = useWrite(userJobs.startJob);
  const start = (kind: Exclude<BulkKind, 'assign-roles'>) => (chosen: Chosen<User>) =>
    mutateAsync({ body: { kind, ...targetsOf(chosen) } });
  return [
    {
      label: t('users.roles.assign'),
      icon: <Tags />,
      dialog: (chosen, onClose) => (
        <AssignDialog
          words="users.roles"
          name={t('users.count', { count: chosen.count })}
          picker={field => <RolePicker {...field} type="User" />}
          assign={roleIds => mutateAsync({ body: { kind: 'assign-roles', roleIds, ...targetsOf(chosen) } })}
          onClose={onClose}
        />
      ),
    },
    {
      label: t('users.suspend.action'),
      icon: <CircleSlash />,
      isAllowed: ({ isSuspended }) => !isSuspended,
      text: t('users.suspend.text'),
      start: start('suspend'),
    },
    {
      label: t('users.reactivate.action'),
      icon: <CircleCheck />,
      isAllowed: ({ isSuspended }) => isSuspended,
      text: t('users.reactivate.text'),
      start: start('reactivate'),
    },
    {
      label: t('general.delete'),
      icon: <Trash2 />,
      isDanger: true,
      mustTypeCount: true,
      text: t('bulk.delete_text'),
      start: start('delete'),
    },
  ];
};

const targetsOf = (chosen: Chosen<User>): { userIds: string[] } | { filter: UserFilterInput } => {
  if (!chosen.query) return { userIds: chosen.items.map(({ id }) => id) };
  const { isSuspended, hasMfa, hasSignedIn, isCaseSensitive, ...search } = chosen.query as Record<
    string,
    string | undefined
  >;
  const flags = {
    isSuspended: flagOf(isSuspended),
    hasMfa: flagOf(hasMfa),
    hasSignedIn: flagOf(hasSignedIn),
    isCaseSensitive: flagOf(isCaseSensitive),
  };
  return { filter: { ...search, ...flags } };
};

const flagOf = (value: string | undefined) => (value === undefined ? undefined : value === 'true');
