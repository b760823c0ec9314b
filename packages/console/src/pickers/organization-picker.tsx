import { organizations } from '@gatehouse/contract/organizations.ts';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { send } from '../api.ts';
import { useT } from '../phrases.tsx';

type OrganizationPickerProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  onBlur?: () => void;
  /** A new choice takes the place of the last one. */
  isSingle?: boolean;
  excludeIds?: readonly string[];
};

export const OrganizationPicker = ({ excludeIds = [], ...field }: OrganizationPickerProps) => {
  const t = useT();
  return (
    <Combobox
      {...field}
      placeholder={t('pickers.organizations')}
      search={async query => {
        const [found] = await send(organizations.list, {
          query: { q: query ? `%${query}%` : undefined },
          page: 1,
          pageSize: 20,
        });
        return found
          .filter(({ id }) => !excludeIds.includes(id))
          .map(({ id, name, description }) => ({
            value: id,
            label: name,
            detail: description ?? undefined,
          }));
      }}
    />
  );
};
