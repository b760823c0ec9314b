import type { RoleType } from '@gatehouse/contract/role.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { send } from '../api.ts';
import { useT } from '../phrases.tsx';

type RolePickerProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  onBlur?: () => void;
  type: RoleType;
  /** Leaves out the roles that this user or application has already. */
  excludeUserId?: string;
  excludeApplicationId?: string;
};

export const RolePicker = ({ type, excludeUserId, excludeApplicationId, ...field }: RolePickerProps) => {
  const t = useT();
  return (
    <Combobox
      {...field}
      placeholder={t('pickers.roles')}
      search={async query => {
        const [found] = await send(roles.list, {
          query: { type, excludeUserId, excludeApplicationId, search: query ? `%${query}%` : undefined },
          page: 1,
          pageSize: 20,
        });
        return found.map(({ id, name, description }) => ({ value: id, label: name, detail: description }));
      }}
    />
  );
};
