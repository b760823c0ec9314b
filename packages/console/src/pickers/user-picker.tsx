import { users } from '@gatehouse/contract/users.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { send } from '../api.ts';
import { useT } from '../phrases.tsx';
import { identifierOf, nameOfPerson } from '../templates/person.tsx';

type UserPickerProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  onBlur?: () => void;
  isSingle?: boolean;
  label?: string;
  /** Leaves out those who hold this role, or belong to this organization, already. */
  excludeRoleId?: string;
  excludeOrganizationId?: string;
};

export const UserPicker = ({ excludeRoleId, excludeOrganizationId, ...field }: UserPickerProps) => {
  const t = useT();
  return (
    <Combobox
      placeholder={field.label ?? t('pickers.users')}
      {...field}
      search={async query => {
        const [found] = await send(users.list, {
          query: { excludeRoleId, excludeOrganizationId, search: query ? `%${query}%` : undefined },
          page: 1,
          pageSize: 20,
        });
        return found.map(user => ({
          value: user.id,
          label: nameOfPerson(user),
          detail: identifierOf(user),
          icon: <Avatar name={nameOfPerson(user)} src={user.avatar} />,
        }));
      }}
    />
  );
};
