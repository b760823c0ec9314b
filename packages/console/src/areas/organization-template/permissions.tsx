import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import type { OrganizationRole } from '@gatehouse/contract/organizations.ts';
import { resources } from '@gatehouse/contract/resources.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { ListBody } from '@gatehouse/ui/list-body.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import { codeColumn, wordsColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { AllPermissions, useSplitPermissions } from './all-permissions.tsx';

type Permission = { id: string; name: string; description: string | null; resourceId?: string };

/** Permissions of the role in the organization itself and in APIs. */
export const OrganizationRolePermissions = () => {
  const t = useT();
  const { id, name } = useEntity<OrganizationRole>();
  const [isAdding, setIsAdding] = useState(false);
  const own = useReadOrFailure(organizationRoles.listScopes, { params: { id } });
  const ofApis = useReadOrFailure(organizationRoles.listResourceScopes, { params: { id } });
  const { data: apis } = useRead(resources.list, {});
  const { mutateAsync: addScopes } = useWrite(organizationRoles.addScopes);
  const { mutateAsync: addResourceScopes } = useWrite(organizationRoles.addResourceScopes);
  const split = useSplitPermissions();
  const words = { verb: 'remove', words: 'organization_roles.permissions' } as const;
  const removal = useDelete({
    ...words,
    row: organizationRoles.removeScope,
    params: (scope: Permission) => ({ id, organizationScopeId: scope.id }),
  });
  const removalOfApi = useDelete({
    ...words,
    row: organizationRoles.removeResourceScope,
    params: (scope: Permission) => ({ id, scopeId: scope.id }),
  });
  const rows: Permission[] | undefined = own.data && ofApis.data && [...own.data, ...ofApis.data];
  const addButton = <AddPermissions onClick={() => setIsAdding(true)} />;
  return (
    <ListBody
      count={rows && t('organization_roles.permissions.count', { count: rows.length })}
      action={rows && rows.length > 0 && addButton}
    >
      <DataTable
        label={t('organization_roles.permissions.picked')}
        rows={rows}
        error={own.failure ?? ofApis.failure}
        rowKey={permission => permission.id}
        rowName={permission => permission.name}
        rowMenu={permission => [deletionItem(permission.resourceId ? removalOfApi : removal, permission)]}
        empty={
          <EmptyState illustration={<Illustration of="permissions" />} action={addButton}>
            {t('organization_roles.permissions.empty')}
          </EmptyState>
        }
        columns={[
          codeColumn(t('organization_roles.permissions.permission'), 'name'),
          wordsColumn(t('general.description'), 'description'),
          {
            id: 'where',
            header: t('organization_roles.permissions.where'),
            cell: ({ resourceId }) =>
              resourceId ? (
                apis?.find(api => api.id === resourceId)?.name
              ) : (
                <Tag tone="accent">{t('organization_roles.permissions.organization')}</Tag>
              ),
          },
        ]}
      />
      {isAdding && (
        <AssignDialog
          words="organization_roles.permissions"
          name={name}
          picker={field => <AllPermissions {...field} excludeIds={rows?.map(row => row.id)} />}
          assign={async ids => {
            const { organizationScopeIds, resourceScopeIds } = split(ids);
            if (organizationScopeIds.length > 0) {
              await addScopes({ params: { id }, body: { organizationScopeIds } });
            }
            if (resourceScopeIds.length > 0) {
              await addResourceScopes({ params: { id }, body: { scopeIds: resourceScopeIds } });
            }
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </ListBody>
  );
};

const AddPermissions = ({ onClick }: { onClick: () => void }) => {
  const t = useT();
  return (
    <WriteButton row={organizationRoles.addScopes} variant="primary" icon={<Plus />} onClick={onClick}>
      {t('organization_roles.permissions.assign')}
    </WriteButton>
  );
};
