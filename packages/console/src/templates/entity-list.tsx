import { type Answer, type Row, sortsOf } from '@gatehouse/contract/endpoint.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import type { Column, Sort } from '@gatehouse/ui/data-table-props.ts';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { ListBody } from '@gatehouse/ui/list-body.tsx';
import { ListPage } from '@gatehouse/ui/list-page.tsx';
import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import type { PageTab } from '@gatehouse/ui/page-header.tsx';
import { Pagination } from '@gatehouse/ui/pagination.tsx';
import { type LucideIcon, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useGoTo } from '../link.tsx';
import { useT, useWords, type Words } from '../phrases.tsx';
import type { Input } from '../request.ts';
import { useAbilities } from '../session/abilities.ts';
import { useKey } from '../use-key.ts';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import { type Filter, useListAddress } from './list-address.ts';
import { ListFilters } from './list-filters.tsx';
import { useLiveTail } from './live-tail.tsx';
import { deletionItem, useRowItems } from './menu-items.tsx';
import { useReadOrFailure } from './read-or-failure.tsx';
import type { Deletion } from './use-delete.tsx';
import { useSelection } from './use-selection.ts';

type ListRow = Row & { paging: string };
type Named = { id: string; name: string | null };
type ItemOf<R extends Row> = (Answer<R> extends readonly (infer Item)[] ? Item : never) & Named;
type DrawDialog = (onClose: () => void) => ReactNode;

export type EntityListProps<R extends ListRow, Item = ItemOf<R>> = {
  row: R;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Speaks `count`, `empty`, and as far as it needs them `title`, `subtitle`, `create`, `search`. */
  words: Words<'count' | 'empty'>;
  icon: LucideIcon;
  /** The list is part of a page that has its own title. */
  isTab?: boolean;
  isSearchable?: boolean;
  /** What the search is called in the request; `search` unless said. */
  searchName?: string;
  /** For rows that may lack a name. */
  nameOf?: (item: Item) => string;
  tabs?: PageTab[];
  filters?: readonly Filter[];
  /** What the main button (and `n`) does: go to an address, or open a dialog. */
  create?: { label?: string } & ({ href: string } | { dialog: DrawDialog });
  /** Further buttons, each with its dialog. */
  actions?: readonly { label: string; icon: ReactNode; dialog: DrawDialog }[];
  /** Before the buttons: something that a plain button cannot do. `query` is what the list asks for now. */
  toolbar?: (query: Record<string, unknown>) => ReactNode;
  /** Something to know, above the rows. */
  notice?: ReactNode;
  /** What else belongs to the page, below the list. */
  below?: ReactNode;
  /** Newest first, and it grows while one looks: people can have it follow. */
  isLive?: boolean;
  emptyText?: string;
  columns: Column<Item>[];
  rowHref?: (item: Item) => string;
  /** Rows whose ids nobody wants to copy. */
  hasNoIds?: boolean;
  /** For rows that open a dialog instead of a page. */
  rowDialog?: (item: Item, onClose: () => void) => ReactNode;
  /** Beyond copying the id and deleting. */
  rowMenu?: (item: Item) => MenuItem[];
  deletion?: Deletion<Item>;
  /** What can be done with several rows at once; without it they cannot be chosen. */
  bulk?: readonly BulkAction<Item>[];
};

/** A list screen: search, page and filters live in the address; pending, failed, empty and full all look right. */
export const EntityList = <R extends ListRow>(props: EntityListProps<R>) => {
  type Item = ItemOf<R>;
  const { words, create, actions = [], filters = [], icon: Icon, rowDialog, deletion } = props;
  const t = useT();
  const nameOf = props.nameOf ?? (({ name, id }: Item) => name ?? id);
  const say = useWords(words);
  const goTo = useGoTo();
  const rowItems = useRowItems();
  const { mayWrite } = useAbilities();
  const refusal = mayWrite ? undefined : t('permission.no_write');
  const [dialog, setDialog] = useState<{ draw: DrawDialog }>();
  const address = useListAddress({ filters, searchName: props.searchName, sorts: sortsOf(props.row) });
  const { page, pageSize, search } = address;
  const bulk = mayWrite ? props.bulk : undefined;
  const query: Record<string, unknown> = { ...props.query, ...address.query };
  const input = { params: props.params, query: { ...query, sort: address.sort }, page, pageSize };
  const { data, refetch, failure } = useReadOrFailure(props.row, input as unknown as Input<R>, {
    keepPrevious: true,
  });
  const [items, total] = (data ?? []) as unknown as [Item[]?, number?];
  const selection = useSelection(items);
  const live = useLiveTail({ items, refetch, isPossible: props.isLive === true && page === 1 });

  const startCreate = () => {
    if (!create || refusal) return;
    if ('href' in create) goTo(create.href);
    else setDialog({ draw: create.dialog });
  };
  useKey('n', startCreate);
  const createButton = create && (
    <Button
      variant="primary"
      icon={<Plus />}
      kbd="N"
      onClick={startCreate}
      disabled={!mayWrite}
      title={refusal}
    >
      {create.label ?? say('create')}
    </Button>
  );

  const { rowHref } = props;
  const menuOf = (item: Item): MenuItem[] => [
    ...(rowHref ? [rowItems.open(rowHref(item))] : []),
    ...(props.hasNoIds ? [] : [rowItems.copyId(item.id)]),
    ...(props.rowMenu?.(item) ?? []),
    ...(deletion?.isAllowed(item) ? [deletionItem(deletion, item, () => selection.remove(item.id))] : []),
  ];

  const count = total === undefined ? '' : say('count', { count: total });
  const body = {
    count,
    action: (
      <>
        {live.control}
        {props.toolbar?.(query)}
        {actions.map(({ label, icon, dialog: draw }) => (
          <Button
            key={label}
            icon={icon}
            onClick={() => setDialog({ draw })}
            disabled={!mayWrite}
            title={refusal}
          >
            {label}
          </Button>
        ))}
        {createButton}
      </>
    ),
    search: props.isSearchable
      ? { value: search, placeholder: say('search'), onChange: address.setSearch }
      : undefined,
    filters: filters.length > 0 && <ListFilters filters={filters} address={address} />,
    pagination: (
      <>
        <Pagination page={page} pageSize={pageSize} totalCount={total ?? 0} onChange={address.setPage} />
        {props.below}
      </>
    ),
    children: (
      <>
        {props.notice}
        {bulk && (
          <BulkBar
            key={JSON.stringify(query)}
            selection={selection}
            actions={bulk}
            onDialog={draw => setDialog({ draw })}
            query={query}
            total={total ?? 0}
          />
        )}
        <DataTable
          {...live.table}
          label={props.isTab ? count : say('title')}
          columns={props.columns.map(column => ({
            ...column,
            isSortable: props.row.sort?.includes(column.id),
          }))}
          sort={shownSort(address.sort)}
          onSort={({ columnId, direction }) =>
            address.setSort(direction === 'descending' ? `-${columnId}` : columnId)
          }
          rows={items}
          rowKey={({ id }) => id}
          rowName={nameOf}
          rowHref={rowHref}
          onOpen={rowDialog && (item => setDialog({ draw: onClose => rowDialog(item, onClose) }))}
          rowMenu={props.hasNoIds && !props.rowMenu && !deletion ? undefined : menuOf}
          selection={bulk && { keys: selection.keys, onChange: selection.setKeys }}
          error={failure}
          empty={
            address.isNarrowed ? (
              <EmptyState icon={<SearchX aria-hidden />}>{t('general.no_match')}</EmptyState>
            ) : (
              <EmptyState icon={<Icon aria-hidden />} action={createButton}>
                {props.emptyText ?? say('empty')}
              </EmptyState>
            )
          }
        />
        {dialog?.draw(() => setDialog(undefined))}
      </>
    ),
  };
  if (props.isTab) return <ListBody {...body} />;
  return <ListPage {...body} title={say('title')} description={say('subtitle')} tabs={props.tabs} />;
};

/** `-name` as the table shows it. A column that can be sorted is called as its field in the request. */
const shownSort = (sort: string | undefined): Sort | undefined => {
  if (!sort) return undefined;
  return sort.startsWith('-')
    ? { columnId: sort.slice(1), direction: 'descending' }
    : { columnId: sort, direction: 'ascending' };
};
