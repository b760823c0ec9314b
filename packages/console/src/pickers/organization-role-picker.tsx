import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import type { RoleType } from '@gatehouse/contract/role.ts';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { send } from '../api.ts';
import { useT } from '../phrases.tsx';

type OrganizationRolePickerProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  onBlur?: () => void;
  type: RoleType;
};

export const OrganizationRolePicker = ({ type, ...field }: OrganizationRolePickerProps) => {
  const t = useT();
  return (
    <Combobox
      {...field}
      placeholder={t('pickers.organization_roles')}
      search={async query => {
        const [found] = await send(organizationRoles.list, {
          query: { q: query ? `%${query}%` : undefined },
          page: 1,
          pageSize: 100,
        });
        return found
          .filter(role => role.type === type)
          .map(({ id, name, description }) => ({
            value: id,
            label: name,
            detail: description ?? undefined,
          }));
      }}
    />
  );
};
