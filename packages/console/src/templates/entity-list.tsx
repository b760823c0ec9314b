import { type Answer, type Row, sortsOf } from '@gatehouse/contract/endpoint.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import type { Column, Sort } from '@gatehouse/ui/data-table-props.ts';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { ListBody } from '@gatehouse/ui/list-body.tsx';
import { ListPage } from '@gatehouse/ui/list-page.tsx';
import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import type { PageTab } from '@gatehouse/ui/page-header.tsx';
import { Pagination } from '@gatehouse/ui/pagination.tsx';
import { type LucideIcon, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { keyOf } from '../api.ts';
import { useT, useWords, type Words } from '../phrases.tsx';
import type { Input } from '../request.ts';
import { useAbilities } from '../session/abilities.ts';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import { type Filter, useListAddress } from './list-address.ts';
import { type DrawDialog, type ListButtons, useListButtons } from './list-buttons.tsx';
import { ListFilters } from './list-filters.tsx';
import { useLiveTail } from './live-tail.tsx';
import { deletionItem, useRowItems } from './menu-items.tsx';
import { useReadOrFailure } from './read-or-failure.tsx';
import { type PanelMoves, RowPanel, useOpenRow } from './row-panel.tsx';
import type { Deletion } from './use-delete.tsx';
import { useSelection } from './use-selection.ts';

type ListRow = Row & { paging: string };
type Named = { id: string; name: string | null };
type RowOf<R extends Row> = Answer<R> extends readonly (infer Item)[] ? Item : never;
type ItemOf<R extends Row> = RowOf<R> & Named;

export type EntityListProps<R extends ListRow, Item = ItemOf<R>> = ListButtons & {
  row: R;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Speaks `count`, `empty`, and as far as it needs them `title`, `subtitle`, `create`, `search`. */
  words: Words<'count' | 'empty'>;
  icon: LucideIcon;
  /** The title of the page if it is one of several tabs. Defaults to `title`, which names the list. */
  pageTitle?: string;
  /** The list is part of a page that has its own title. */
  isTab?: boolean;
  isSearchable?: boolean;
  /** The query parameter of the search. Defaults to `search`. */
  searchName?: string;
  /** For rows that may lack a name. */
  nameOf?: (item: Item) => string;
  tabs?: PageTab[];
  /** Actions for the current tab. */
  tabsAction?: ReactNode;
  filters?: readonly Filter[];
  /** Before the buttons: something that a plain button cannot do. `query` is what the list asks for now. */
  toolbar?: (query: Record<string, unknown>) => ReactNode;
  /** Wraps the table, so that data shown in the cells of all rows is read once. */
  around?: (items: readonly Item[], table: ReactNode) => ReactNode;
  /** Something to know, above the rows. */
  notice?: ReactNode;
  /** Further content below the list. */
  below?: ReactNode;
  /** Newest first, and it grows while one looks: people can have it follow. */
  isLive?: boolean;
  emptyText?: string;
  /** Drawn while there is nothing. */
  illustration?: ReactNode;
  /** Usual first things to choose from while there is nothing. `open` shows a dialog. */
  starts?: (open: (draw: DrawDialog) => void) => ReactNode;
  columns: Column<Item>[];
  rowHref?: (item: Item) => string;
  /** Rows whose IDs are not worth copying. */
  hasNoIds?: boolean;
  /** For rows that open a dialog instead of a page. */
  rowDialog?: (item: Item, onClose: () => void) => ReactNode;
  /** For rows that open beside the list. */
  rowPanel?: (item: Item, moves: PanelMoves) => ReactNode;
  /** Reads the row that the address opens, where it is on another page of the list. */
  readRow?: (id: string) => Promise<RowOf<R> | undefined>;
  /** Beyond copying the id and deleting. */
  rowMenu?: (item: Item) => MenuItem[];
  deletion?: Deletion<Item>;
  /** Actions on several rows at once. Without them, rows cannot be selected. */
  bulk?: readonly BulkAction<Item>[];
};

/** Until a new page has come, the one before stays. */
const asBefore = { keepPrevious: true };

/** A list screen: search, page and filters live in the address; pending, failed, empty and full all look right. */
export const EntityList = <R extends ListRow>(props: EntityListProps<R>) => {
  type Item = ItemOf<R>;
  const { filters = [], around = (_, table) => table } = props;
  const say = useWords(props.words);
  const { mayWrite } = useAbilities();
  const [dialog, setDialog] = useState<{ draw: DrawDialog }>();
  const openDialog = (draw: DrawDialog) => setDialog({ draw });
  const buttons = useListButtons(props, openDialog);
  const address = useListAddress({ filters, searchName: props.searchName, sorts: sortsOf(props.row) });
  const { page, pageSize, search } = address;
  const bulk = mayWrite ? props.bulk : undefined;
  const query: Record<string, unknown> = { ...props.query, ...address.query };
  const input = { params: props.params, query: { ...query, sort: address.sort }, page, pageSize };
  const { data, refetch, failure } = useReadOrFailure(props.row, input as unknown as Input<R>, asBefore);
  const [items, total] = (data ?? []) as unknown as [Item[]?, number?];
  const selection = useSelection(items);
  const live = useLiveTail({ items, refetch, isPossible: props.isLive === true && page === 1 });
  const count = total === undefined ? '' : say('count', { count: total });
  const action = (
    <>
      {live.control}
      {props.toolbar?.(query)}
      {buttons.actions}
      {buttons.create}
    </>
  );
  const table = (
    <EntityTable
      {...live.table}
      list={props}
      label={props.isTab ? count : say('title')}
      address={address}
      items={items}
      failure={failure}
      selection={selection}
      isSelectable={bulk !== undefined}
      createButton={buttons.create}
      onDialog={openDialog}
    />
  );
  const body = {
    count,
    action,
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
            {...{ selection, query, total: total ?? 0 }}
            key={JSON.stringify(query)}
            actions={bulk}
            onDialog={openDialog}
          />
        )}
        {around(items ?? [], table)}
        {dialog?.draw(() => setDialog(undefined))}
      </>
    ),
  };
  if (props.isTab) return <ListBody {...body} />;
  return (
    <ListPage
      {...body}
      title={props.pageTitle ?? say('title')}
      description={say('subtitle')}
      tabs={props.tabs}
      tabsAction={props.tabsAction}
    />
  );
};

type EntityTableProps<R extends ListRow> = {
  list: EntityListProps<R>;
  label: string;
  address: ReturnType<typeof useListAddress>;
  items: ItemOf<R>[] | undefined;
  failure: ReactNode;
  selection: ReturnType<typeof useSelection<ItemOf<R>>>;
  isSelectable: boolean;
  createButton: ReactNode;
  onDialog: (draw: DrawDialog) => void;
} & Partial<ReturnType<typeof useLiveTail>['table']>;

/** The rows: where they lead, what can be done with each, and what stands there when there are none. */
const EntityTable = <R extends ListRow>(props: EntityTableProps<R>) => {
  type Item = ItemOf<R>;
  const { list, label, address, items, failure, selection, isSelectable, createButton, onDialog, ...live } =
    props;
  const { icon: Icon, rowHref, rowDialog, rowMenu, deletion } = list;
  const t = useT();
  const say = useWords(list.words);
  const rowItems = useRowItems();
  const { openId, open } = useOpenRow();
  const openPanel = list.rowPanel && (({ id }: Item) => open(id));
  const menuOf = (item: Item): MenuItem[] => [
    ...(rowHref ? [rowItems.open(rowHref(item))] : []),
    ...(list.hasNoIds ? [] : [rowItems.copyId(item.id)]),
    ...(rowMenu?.(item) ?? []),
    ...(deletion?.isAllowed(item) ? [deletionItem(deletion, item, () => selection.remove(item.id))] : []),
  ];
  return (
    <>
      <DataTable
        {...live}
        label={label}
        columns={list.columns.map(column => ({ ...column, isSortable: list.row.sort?.includes(column.id) }))}
        sort={shownSort(address.sort)}
        onSort={({ columnId, direction }) =>
          address.setSort(direction === 'descending' ? `-${columnId}` : columnId)
        }
        rows={items}
        rowKey={({ id }) => id}
        rowName={list.nameOf ?? (({ name, id }: Item) => name ?? id)}
        rowHref={rowHref}
        onOpen={openPanel ?? (rowDialog && (item => onDialog(onClose => rowDialog(item, onClose))))}
        openKey={openId}
        rowMenu={list.hasNoIds && !rowMenu && !deletion ? undefined : menuOf}
        selection={isSelectable ? { keys: selection.keys, onChange: selection.setKeys } : undefined}
        error={failure}
        empty={
          address.isNarrowed ? (
            <EmptyState icon={<SearchX aria-hidden />}>{t('general.no_match')}</EmptyState>
          ) : (
            <EmptyState
              icon={<Icon aria-hidden />}
              illustration={list.illustration}
              action={createButton}
              starts={list.starts?.(onDialog)}
            >
              {list.emptyText ?? say('empty')}
            </EmptyState>
          )
        }
      />
      {list.rowPanel && (
        <RowPanel
          items={items}
          draw={list.rowPanel}
          listKey={keyOf(list.row, { params: list.params }, 'management')}
          read={list.readRow as ((id: string) => Promise<Item | undefined>) | undefined}
        />
      )}
    </>
  );
};

/** `-name` as the table shows it. A column that can be sorted is called as its field in the request. */
const shownSort = (sort: string | undefined): Sort | undefined => {
  if (!sort) return undefined;
  return sort.startsWith('-')
    ? { columnId: sort.slice(1), direction: 'descending' }
    : { columnId: sort, direction: 'ascending' };
};
