import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { resources } from '@gatehouse/contract/resources.ts';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { send } from '../api.ts';
import { useT } from '../phrases.tsx';

type ResourcePickerProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  /** A new choice takes the place of the last one. */
  isSingle?: boolean;
};

/** API resources of the tenant. The management API is none of them: users get no tokens for it. */
export const ResourcePicker = (field: ResourcePickerProps) => {
  const t = useT();
  return (
    <Combobox
      {...field}
      placeholder={t('pickers.resources')}
      search={async query => {
        const [found] = await send(resources.list, {
          query: { search: query ? `%${query}%` : undefined },
          page: 1,
          pageSize: 20,
        });
        return found
          .filter(({ indicator, tenantId }) => indicator !== managementAudience(tenantId))
          .map(({ id, name, indicator }) => ({ value: id, label: name, detail: indicator }));
      }}
    />
  );
};
