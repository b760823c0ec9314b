import { type Answer, defaultPageSize, type Row } from '@gatehouse/contract/endpoint.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { type Column, DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { ListBody } from '@gatehouse/ui/list-body.tsx';
import { ListPage } from '@gatehouse/ui/list-page.tsx';
import type { MenuItem } from '@gatehouse/ui/menu.tsx';
import type { PageTab } from '@gatehouse/ui/page-header.tsx';
import { Pagination } from '@gatehouse/ui/pagination.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Copy, Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../api.ts';
import { useAddressQuery, useGoTo } from '../link.tsx';
import { useT } from '../phrases.tsx';
import type { Input } from '../request.ts';
import { describeFailure } from '../shell/report-errors.tsx';
import { useKey } from '../shell/shortcuts.ts';

type ListRow = Row & { paging: string };
type ItemOf<R extends Row> = Answer<R> extends readonly (infer Item)[] ? Item : never;

type EntityListProps<R extends ListRow, Item> = {
  row: R;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Absent: the list is part of a page that has its own title. */
  title?: string;
  description?: string;
  tabs?: PageTab[];
  create?: { label: string; href: string } | { label: string; onSelect: () => void };
  /** Further things to do next to the create button. */
  actions?: ReactNode;
  filters?: ReactNode;
  searchPlaceholder?: string;
  count: (count: number) => string;
  columns: Column<Item>[];
  rowName: (item: Item) => string;
  rowHref?: (item: Item) => string;
  onOpen?: (item: Item) => void;
  /** Beyond copying the id, which every row offers. */
  rowMenu?: (item: Item) => MenuItem[];
  empty: { icon: ReactNode; text: string };
};

/** A list screen: search, page and filters live in the address; pending, failed, empty and full all look right. */
export const EntityList = <R extends ListRow, Item extends ItemOf<R> & { id: string }>({
  row,
  params,
  query,
  title,
  create,
  actions,
  searchPlaceholder,
  count,
  columns,
  empty,
  ...rest
}: EntityListProps<R, Item>) => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const [address, setAddress] = useAddressQuery();
  const page = Math.max(1, Number(address.get('page') ?? 1) || 1);
  const search = address.get('search') ?? '';
  const input = {
    params,
    // People type a part of a name; the dialect's search takes SQL wildcards.
    query: { ...query, search: search ? `%${search}%` : undefined },
    page,
    pageSize: defaultPageSize,
  };
  const { data, error, refetch } = useRead(row, input as unknown as Input<R>, {
    keepPrevious: true,
    hideErrors: true,
  });
  const [items, total] = (data ?? []) as unknown as [Item[]?, number?];
  const startCreate = () => {
    if (!create) return;
    if ('href' in create) goTo(create.href);
    else create.onSelect();
  };
  useKey('n', startCreate);

  const createButton = create && (
    <Button variant="primary" icon={<Plus />} kbd="N" onClick={startCreate}>
      {create.label}
    </Button>
  );
  const action = (
    <>
      {actions}
      {createButton}
    </>
  );
  const body = {
    search: searchPlaceholder
      ? {
          value: search,
          placeholder: searchPlaceholder,
          onChange: (value: string) => setAddress({ search: value, page: undefined }),
        }
      : undefined,
    filters: rest.filters,
    count: total === undefined ? '' : count(total),
    pagination: (
      <Pagination
        page={page}
        pageSize={defaultPageSize}
        totalCount={total ?? 0}
        onChange={next => setAddress({ page: next === 1 ? undefined : String(next) })}
      />
    ),
    children: (
      <DataTable
        label={title ?? create?.label ?? ''}
        columns={columns}
        rows={items}
        rowKey={item => item.id}
        rowName={rest.rowName}
        rowHref={rest.rowHref}
        onOpen={rest.onOpen}
        rowMenu={item => [
          {
            label: t('general.copy_id'),
            icon: <Copy />,
            onSelect: () => {
              void navigator.clipboard.writeText(item.id);
              toast.success(t('general.copied'));
            },
          },
          ...(rest.rowMenu?.(item) ?? []),
        ]}
        error={
          error && !data && <ErrorPanel message={describeFailure(error, t)} onRetry={() => void refetch()} />
        }
        empty={
          search ? (
            <EmptyState icon={<SearchX aria-hidden />}>{t('general.no_match', { search })}</EmptyState>
          ) : (
            <EmptyState icon={empty.icon} action={createButton}>
              {empty.text}
            </EmptyState>
          )
        }
      />
    ),
  };
  if (!title) return <ListBody {...body} action={action} />;
  return <ListPage {...body} title={title} description={rest.description} tabs={rest.tabs} action={action} />;
};
