import { applications } from '@gatehouse/contract/applications.ts';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { send } from '../api.ts';
import { useT } from '../phrases.tsx';

type ApplicationPickerProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  onBlur?: () => void;
  /** Leaves out those that hold this role, or belong to this organization, already. */
  excludeRoleId?: string;
  excludeOrganizationId?: string;
};

/** Picks machine-to-machine applications. */
export const ApplicationPicker = (props: ApplicationPickerProps) => {
  const { excludeRoleId, excludeOrganizationId, ...field } = props;
  const t = useT();
  return (
    <Combobox
      {...field}
      placeholder={t('pickers.applications')}
      search={async query => {
        const [found] = await send(applications.list, {
          query: {
            types: 'MachineToMachine',
            excludeRoleId,
            excludeOrganizationId,
            search: query ? `%${query}%` : undefined,
          },
          page: 1,
          pageSize: 20,
        });
        return found.map(({ id, name, description }) => ({
          value: id,
          label: name,
          detail: description ?? undefined,
        }));
      }}
    />
  );
};
