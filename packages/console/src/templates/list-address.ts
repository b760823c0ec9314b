import { defaultPageSize } from '@gatehouse/contract/endpoint.ts';
import type { ReactNode } from 'react';
import { useAddressQuery } from '../link.tsx';

export type FilterControl = (
  value: string | undefined,
  onChange: (value: string | undefined) => void,
) => ReactNode;

export type Filter = {
  /** Its name in the address. */
  name: string;
  /** Its name in the request, where that differs. */
  queryName?: string;
  label: string;
  /** Another way of searching: it takes the place of the search, and the search its. */
  isSearch?: boolean;
  /** The query for the chosen value. By default, the value itself. */
  query?: (value: string) => Record<string, unknown>;
} & (
  | { options: readonly { value: string; label: string }[] }
  /** For more than can be listed. */
  | { control: FilterControl }
);

type ListAddressOptions = {
  filters: readonly Filter[];
  searchName?: string;
  /** The orders that can be asked for: a field, or one after a minus. */
  sorts: readonly string[];
};

/** Page, search, filters and order of a list live in the address: they survive a reload and a shared link. */
export const useListAddress = ({ filters, searchName = 'search', sorts }: ListAddressOptions) => {
  const [address, setAddress] = useAddressQuery();
  const page = Math.max(1, Number(address.get('page') ?? 1) || 1);
  const search = address.get('search') ?? '';
  const sort = sorts.find(each => each === address.get('sort'));
  const chosen = (filter: Filter) => {
    const given = address.get(filter.name) ?? undefined;
    return 'control' in filter ? given : filter.options.find(({ value }) => value === given)?.value;
  };
  const withoutSearches = Object.fromEntries(
    filters.filter(({ isSearch }) => isSearch).map(({ name }) => [name, undefined]),
  );
  const queryOf = (filter: Filter) => {
    const value = chosen(filter);
    if (value !== undefined && filter.query) return filter.query(value);
    return { [filter.queryName ?? filter.name]: value };
  };
  return {
    page,
    search,
    sort,
    chosen,
    isNarrowed: search !== '' || filters.some(filter => chosen(filter) !== undefined),
    query: {
      // People type a part of a name; the dialect's search takes SQL wildcards.
      [searchName]: search ? `%${search}%` : undefined,
      ...Object.assign({}, ...filters.map(queryOf)),
    },
    pageSize: defaultPageSize,
    setPage: (next: number) => setAddress({ page: next === 1 ? undefined : String(next) }),
    setSearch: (next: string) => setAddress({ ...withoutSearches, search: next, page: undefined }),
    setSort: (next: string) => setAddress({ sort: next, page: undefined }),
    setFilter: ({ name, isSearch }: Filter, value: string | undefined) =>
      setAddress({ [name]: value, page: undefined, ...(isSearch ? { search: undefined } : {}) }),
  };
};
