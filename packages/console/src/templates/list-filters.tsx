import { Select } from '@gatehouse/ui/select.tsx';
import { Fragment } from 'react';
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
  return filters.map(filter => {
    const value = address.chosen(filter);
    const set = (next: string | undefined) => address.setFilter(filter, next);
    if ('control' in filter) return <Fragment key={filter.name}>{filter.control(value, set)}</Fragment>;
    return (
      <Select
        key={filter.name}
        label={filter.label}
        value={value ?? anything}
        onChange={next => set(next === anything ? undefined : next)}
        options={[{ value: anything, label: t('general.any') }, ...filter.options]}
      />
    );
  });
};
