import { organizations } from '@gatehouse/contract/organizations.ts';
import { userRoles } from '@gatehouse/contract/user-access.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityIcon, EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { ListBody } from '@gatehouse/ui/list-body.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { OrganizationPicker } from '../../pickers/organization-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { nameOfPerson } from '../../templates/person.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

/** The organizations of this user, with the user's roles. */
export const UserOrganizations = () => {
  const t = useT();
  const user = useEntity<User>();
  const [isAdding, setIsAdding] = useState(false);
  const { data, failure } = useReadOrFailure(userRoles.listOrganizations, { params: { userId: user.id } });
  const add = useWrite(organizations.addUsers);
  const removal = useDelete({
    row: organizations.removeUser,
    words: 'users.organizations',
    verb: 'remove',
    params: ({ id }: { id: string; name: string }) => ({ id, userId: user.id }),
  });
  const addButton = <AddToOrganizations onClick={() => setIsAdding(true)} />;
  return (
    <ListBody
      count={data && t('users.organizations.count', { count: data.length })}
      action={data && data.length > 0 && addButton}
    >
      <DataTable
        label={t('users.tabs.organizations')}
        rows={data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={({ id }) => paths.organization(id)}
        rowMenu={organization => [deletionItem(removal, organization)]}
        error={failure}
        empty={
          <EmptyState illustration={<Illustration of="organizations" />} action={addButton}>
            {t('users.organizations.empty')}
          </EmptyState>
        }
        columns={[
          {
            id: 'name',
            header: t('users.organizations.organization'),
            cell: ({ name, id }) => (
              <EntityName
                icon={
                  <EntityIcon>
                    <UsersRound />
                  </EntityIcon>
                }
                name={name}
                detail={id}
              />
            ),
          },
          {
            id: 'roles',
            header: t('users.organizations.roles'),
            cell: ({ organizationRoles }) => (
              <Row gap={1}>
                {organizationRoles.map(({ id, name }) => (
                  <Tag key={id}>{name}</Tag>
                ))}
              </Row>
            ),
          },
        ]}
      />
      {isAdding && (
        <AssignDialog
          words="users.organizations"
          name={nameOfPerson(user)}
          picker={field => <OrganizationPicker {...field} excludeIds={data?.map(({ id }) => id)} />}
          assign={async ids => {
            for (const id of ids) await add.mutateAsync({ params: { id }, body: { userIds: [user.id] } });
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </ListBody>
  );
};

const AddToOrganizations = ({ onClick }: { onClick: () => void }) => {
  const t = useT();
  return (
    <WriteButton row={organizations.addUsers} variant="primary" icon={<Plus />} onClick={onClick}>
      {t('users.organizations.assign')}
    </WriteButton>
  );
};
