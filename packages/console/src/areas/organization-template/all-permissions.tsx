import { organizationScopes } from '@gatehouse/contract/organization-scopes.ts';
import type { ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { PermissionPicker } from '../../pickers/permission-picker.tsx';

/** The organization permissions of the tenant, as far as they are loaded. */
export const useOrganizationScopes = () => useRead(organizationScopes.list, {}).data ?? [];

/** A role's permissions are of two kinds, which the API keeps apart. */
export const useSplitPermissions = () => {
  const scopes = useOrganizationScopes();
  return (ids: string[]) => ({
    organizationScopeIds: ids.filter(id => scopes.some(scope => scope.id === id)),
    resourceScopeIds: ids.filter(id => !scopes.some(scope => scope.id === id)),
  });
};

type AllPermissionsProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  excludeIds?: readonly string[];
};

/** Permissions in the organization itself, and those of APIs. */
export const AllPermissions = (props: AllPermissionsProps) => {
  const t = useT();
  const options = useOrganizationScopes().map(({ id, name, description }) => ({
    value: id,
    label: name,
    detail: description ?? undefined,
  }));
  return (
    <PermissionPicker
      {...props}
      first={{ id: 'organization', title: t('organization_template.organization-permissions'), options }}
    />
  );
};
