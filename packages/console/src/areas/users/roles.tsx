import { userRoles } from '@gatehouse/contract/user-access.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Tags } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { RolePicker } from '../../pickers/role-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import { nameColumn, wordsColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { nameOfPerson } from '../../templates/person.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

/** The roles whose permissions go into this person's tokens. */
export const UserRoles = () => {
  const t = useT();
  const user = useEntity<User>();
  const userId = user.id;
  const assign = useWrite(userRoles.assignRoles);
  const removal = useDelete({
    row: userRoles.removeRole,
    words: 'users.roles',
    verb: 'remove',
    params: ({ id: roleId }: { id: string; name: string }) => ({ userId, roleId }),
  });
  return (
    <EntityList
      row={userRoles.listRoles}
      params={{ userId }}
      words="users.roles"
      icon={Tags}
      illustration={<Illustration of="roles" />}
      isTab
      isSearchable
      create={{
        label: t('users.roles.assign'),
        dialog: onClose => (
          <AssignDialog
            words="users.roles"
            name={nameOfPerson(user)}
            picker={field => <RolePicker {...field} type="User" excludeUserId={userId} />}
            assign={roleIds => assign.mutateAsync({ params: { userId }, body: { roleIds } })}
            onClose={onClose}
          />
        ),
      }}
      rowHref={({ id }) => paths.role(id)}
      deletion={removal}
      bulk={[removal.many]}
      columns={[
        nameColumn(t('users.roles.role'), { icon: () => <Tags /> }),
        wordsColumn(t('general.description'), 'description'),
      ]}
    />
  );
};
