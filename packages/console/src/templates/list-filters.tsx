import { Select } from '@gatehouse/ui/select.tsx';
import { useT } from '../phrases.tsx';
import type { Filter, useListAddress } from './list-address.ts';

const anything = '';

export const ListFilters = ({
  filters,
  address,
}: {
  filters: readonly Filter[];
  address: ReturnType<typeof useListAddress>;
}) => {
  const t = useT();
  return filters.map(filter => (
    <Select
      key={filter.name}
      label={filter.label}
      value={address.chosen(filter) ?? anything}
      onChange={value => address.setFilter(filter, value === anything ? undefined : value)}
      options={[{ value: anything, label: t('general.any') }, ...filter.options]}
    />
  ));
};
