import { organizationScopes } from '@gatehouse/contract/organization-scopes.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { KeyRound } from 'lucide-react';
import { useT } from '../../phrases.tsx';
import { codeColumn, wordsColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { PermissionDialog } from './permission-dialog.tsx';
import { useTemplateTabs } from './tabs.ts';

export const OrganizationPermissions = () => {
  const t = useT();
  const tabs = useTemplateTabs('organization-permissions');
  const deletion = useDelete({
    row: organizationScopes.delete,
    words: 'organization_permissions',
    params: ({ id }: { id: string; name: string }) => ({ id }),
  });
  return (
    <EntityList
      row={organizationScopes.list}
      words="organization_permissions"
      icon={KeyRound}
      illustration={<Illustration of="permissions" />}
      tabs={tabs}
      isSearchable
      searchName="q"
      create={{ dialog: onClose => <PermissionDialog onClose={onClose} /> }}
      rowDialog={(scope, onClose) => <PermissionDialog scope={scope} onClose={onClose} />}
      deletion={deletion}
      bulk={[deletion.many]}
      columns={[
        codeColumn(t('organization_permissions.permission'), 'name'),
        wordsColumn(t('organization_permissions.allows'), 'description'),
      ]}
    />
  );
};
