import type { Role } from '@gatehouse/contract/role.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Users } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { UserPicker } from '../../pickers/user-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import { activityColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { nameOfPerson, personColumn } from '../../templates/person.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

/** The users who hold the role. */
export const RoleUsers = () => {
  const t = useT();
  const { id, name } = useEntity<Role>();
  const assign = useWrite(roles.assignUsers);
  const removal = useDelete({
    row: roles.removeUser,
    words: 'roles.users',
    verb: 'remove',
    nameOf: nameOfPerson,
    params: (user: User) => ({ id, userId: user.id }),
  });
  return (
    <EntityList
      row={roles.listUsers}
      params={{ id }}
      words="roles.users"
      icon={Users}
      illustration={<Illustration of="users" />}
      isTab
      isSearchable
      nameOf={nameOfPerson}
      create={{
        label: t('roles.users.assign'),
        dialog: onClose => (
          <AssignDialog
            words="roles.users"
            name={name}
            picker={field => <UserPicker {...field} excludeRoleId={id} />}
            assign={userIds => assign.mutateAsync({ params: { id }, body: { userIds } })}
            onClose={onClose}
          />
        ),
      }}
      rowHref={user => paths.user(user.id)}
      deletion={removal}
      bulk={[removal.many]}
      columns={[
        personColumn(t('roles.users.user')),
        activityColumn(t('roles.users.last_sign_in'), 'lastSignInAt', t('general.never')),
      ]}
    />
  );
};
