import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import { organizationScopes } from '@gatehouse/contract/organization-scopes.ts';
import { resources } from '@gatehouse/contract/resources.ts';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { PermissionMatrix, useMatrixPage } from '../../templates/permission-matrix.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useTemplateTabs } from './tabs.ts';

type Scope = { id: string; name: string; description: string | null };

const rowOf = ({ id, name, description }: Scope) => ({ id, name, detail: description ?? undefined });

/** The permissions of all organization roles, in the organization itself and in APIs. */
export const PermissionMatrixContent = () => {
  const t = useT();
  const tabs = useTemplateTabs('permission-matrix');
  const listed = useReadOrFailure(organizationRoles.list, useMatrixPage(), { keepPrevious: true });
  const own = useReadOrFailure(organizationScopes.list, {});
  const apis = useReadOrFailure(resources.list, { query: { includeScopes: 'true' } });
  const change = useWrite(organizationRoles.changePermissions);
  const [items, total = 0] = listed.data ?? [];
  const isOwn = (id: string) => own.data?.some(scope => scope.id === id) ?? false;
  return (
    <PermissionMatrix
      title={t('organization_roles.title')}
      subtitle={t('organization_roles.subtitle')}
      tabs={tabs}
      failure={listed.failure ?? own.failure ?? apis.failure}
      totalRoles={total}
      roles={items?.map(({ id, name, scopes, resourceScopes }) => ({
        id,
        name,
        href: paths.organizationRole(id),
        held: [...scopes, ...resourceScopes].map(scope => scope.id),
      }))}
      groups={
        own.data &&
        apis.data && [
          {
            id: 'organization',
            title: t('organization_template.organization-permissions'),
            rows: own.data.map(rowOf),
          },
          ...apis.data
            .filter(({ indicator, tenantId }) => indicator !== managementAudience(tenantId))
            .map(({ id, name, scopes = [] }) => ({ id, title: name, rows: scopes.map(rowOf) })),
        ]
      }
      save={changes =>
        change.mutateAsync({
          body: {
            roles: changes.map(({ id, add, remove }) => ({
              id,
              addOrganizationScopeIds: add.filter(isOwn),
              removeOrganizationScopeIds: remove.filter(isOwn),
              addScopeIds: add.filter(permission => !isOwn(permission)),
              removeScopeIds: remove.filter(permission => !isOwn(permission)),
            })),
          },
        })
      }
    />
  );
};
