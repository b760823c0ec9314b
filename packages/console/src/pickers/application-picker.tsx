import { type ApplicationType, applications } from '@gatehouse/contract/applications.ts';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { send } from '../api.ts';
import { useT } from '../phrases.tsx';

type ApplicationPickerProps = {
  value: ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  onBlur?: () => void;
  isSingle?: boolean;
  label?: string;
  /** Machine-to-machine applications unless said. */
  types?: ApplicationType[];
  /** Leaves out those that hold this role, or belong to this organization, already. */
  excludeRoleId?: string;
  excludeOrganizationId?: string;
};

export const ApplicationPicker = (props: ApplicationPickerProps) => {
  const { types = ['MachineToMachine'], excludeRoleId, excludeOrganizationId, ...field } = props;
  const t = useT();
  return (
    <Combobox
      placeholder={field.label ?? t('pickers.applications')}
      {...field}
      search={async query => {
        const [found] = await send(applications.list, {
          query: {
            types,
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
