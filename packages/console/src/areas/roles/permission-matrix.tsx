import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { resources } from '@gatehouse/contract/resources.ts';
import { roleTypes } from '@gatehouse/contract/role.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { useWrite } from '../../api.ts';
import { useAddressQuery } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { PermissionMatrix, useMatrixPage } from '../../templates/permission-matrix.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { isBuiltIn } from './built-in.ts';
import { useRoleTabs } from './tabs.ts';

/** The API permissions of all roles of a type. Only those of services can have the management API. */
export const RolePermissionMatrix = () => {
  const t = useT();
  const tabs = useRoleTabs('matrix');
  const [address, setAddress] = useAddressQuery();
  const type = roleTypes.find(each => each === address.get('type')) ?? 'User';
  const listed = useReadOrFailure(
    roles.listPermissions,
    { query: { type }, ...useMatrixPage() },
    { keepPrevious: true },
  );
  const apis = useReadOrFailure(resources.list, { query: { includeScopes: 'true' } });
  const change = useWrite(roles.changePermissions);
  const [items, total = 0] = listed.data ?? [];
  return (
    <PermissionMatrix
      title={t('roles.title')}
      subtitle={t('roles.subtitle')}
      tabs={tabs}
      filters={
        <Segmented
          label={t('roles.type')}
          value={type}
          onChange={next => setAddress({ type: next === 'User' ? undefined : next, page: undefined })}
          options={roleTypes.map(value => ({ value, label: t(`roles.matrix.types.${value}`) }))}
        />
      }
      failure={listed.failure ?? apis.failure}
      totalRoles={total}
      roles={items?.map(role => ({
        id: role.id,
        name: role.name,
        href: paths.role(role.id),
        held: role.scopeIds,
        isLocked: isBuiltIn(role),
      }))}
      groups={apis.data
        ?.filter(api => type !== 'User' || api.indicator !== managementAudience(api.tenantId))
        .map(({ id, name, scopes = [] }) => ({
          id,
          title: name,
          rows: scopes.map(scope => ({
            id: scope.id,
            name: scope.name,
            detail: scope.description ?? undefined,
          })),
        }))}
      save={changes =>
        change.mutateAsync({
          body: {
            roles: changes.map(({ id, add, remove }) => ({ id, addScopeIds: add, removeScopeIds: remove })),
          },
        })
      }
    />
  );
};
