import type { Role } from '@gatehouse/contract/role.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { KeyRound } from 'lucide-react';
import { useRead, useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { PermissionPicker } from '../../pickers/permission-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import { codeColumn, wordsColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { isBuiltIn } from './built-in.ts';

/** Permissions that tokens of users or applications with this role can have. */
export const RolePermissions = () => {
  const t = useT();
  const role = useEntity<Role>();
  const { id } = role;
  const removal = useDelete({
    row: roles.removeScope,
    words: 'roles.permissions',
    verb: 'remove',
    params: (scope: { id: string; name: string }) => ({ id, scopeId: scope.id }),
  });
  return (
    <EntityList
      row={roles.listScopes}
      params={{ id }}
      words="roles.permissions"
      icon={KeyRound}
      illustration={<Illustration of="permissions" />}
      isTab
      isSearchable
      create={
        isBuiltIn(role)
          ? undefined
          : { label: t('roles.permissions.assign'), dialog: onClose => <Assign onClose={onClose} /> }
      }
      deletion={isBuiltIn(role) ? undefined : removal}
      bulk={isBuiltIn(role) ? undefined : [removal.many]}
      rowHref={({ resourceId }) => paths.apiResource(resourceId)}
      columns={[
        codeColumn(t('roles.permissions.permission'), 'name'),
        wordsColumn(t('general.description'), 'description'),
        { id: 'api', header: t('roles.permissions.api'), cell: ({ resource }) => resource.name },
      ]}
    />
  );
};

const Assign = ({ onClose }: { onClose: () => void }) => {
  const { id, name, type } = useEntity<Role>();
  const { data: held } = useRead(roles.listScopes, { params: { id } });
  const assign = useWrite(roles.assignScopes);
  return (
    <AssignDialog
      words="roles.permissions"
      name={name}
      picker={field => (
        <PermissionPicker
          {...field}
          hasManagementApi={type === 'MachineToMachine'}
          excludeIds={held?.map(scope => scope.id)}
        />
      )}
      limit={({ picks }) => ({
        feature: 'scopesPerRoleLimit',
        used: (held?.length ?? 0) + Math.max(0, picks.length - 1),
      })}
      assign={scopeIds => assign.mutateAsync({ params: { id }, body: { scopeIds } })}
      onClose={onClose}
    />
  );
};
