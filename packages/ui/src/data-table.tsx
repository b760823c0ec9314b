import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, lazy, type MouseEvent, Suspense, useState } from 'react';
import { Checkbox } from './checkbox.tsx';
import styles from './data-table.module.css';
import type { Column, DataTableProps, Sort } from './data-table-props.ts';
import { DataTableRow } from './data-table-row.tsx';
import { Skeleton } from './skeleton.tsx';
import { useUiText } from './ui-text.tsx';

import { VisuallyHidden } from './visually-hidden.tsx';

const VirtualRows = lazy(() =>
  import('./data-table-virtual-rows.tsx').then(module => ({ default: module.VirtualRows })),
);

/** With more rows than this only those in sight are drawn. */
const virtualFrom = 200;

/** Rows of one kind of thing. Arrow keys go from row to row, Enter opens; on a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, error, empty, skeletonRows = 5 } = props;
  const [activeKey, setActiveKey] = useState<string>();
  const hasActive = rows?.some(row => rowKey(row) === activeKey);

  if (error) return <div className={styles.frame}>{error}</div>;
  if (rows?.length === 0) return <div className={styles.frame}>{empty}</div>;

  const drawRow = (row: Row, index: number, attributes?: ComponentProps<'tr'>) => (
    <DataTableRow
      key={rowKey(row)}
      table={props}
      row={row}
      isTabStop={hasActive ? rowKey(row) === activeKey : index === 0}
      onFocus={() => setActiveKey(rowKey(row))}
      attributes={attributes}
    />
  );
  const isVirtual = rows !== undefined && rows.length > virtualFrom;
  return (
    <div
      className={styles.frame}
      data-virtual={isVirtual || undefined}
      onPointerEnter={props.onPointerEnter}
      onPointerLeave={props.onPointerLeave}
    >
      <table
        className={styles.table}
        aria-label={props.label}
        aria-busy={!rows}
        onKeyDown={moveBetweenRows}
        onClick={openRow}
      >
        <TableHead {...props} />
        {isVirtual ? (
          <Suspense>
            <VirtualRows
              count={rows.length}
              columnCount={columns.length + 2}
              drawRow={(index, attributes) => drawRow(rows[index]!, index, attributes)}
            />
          </Suspense>
        ) : (
          <tbody>
            {rows ? rows.map((row, index) => drawRow(row, index)) : skeletons(props, skeletonRows)}
          </tbody>
        )}
      </table>
    </div>
  );
}

function TableHead<Row>({
  columns,
  rows = [],
  rowKey,
  rowMenu,
  selection,
  sort,
  onSort,
}: DataTableProps<Row>) {
  const { t } = useUiText();
  const chosen = rows.filter(row => selection?.keys.has(rowKey(row))).length;
  return (
    <thead>
      <tr>
        {selection && (
          <th className={styles.check}>
            <Checkbox
              aria-label={t('select_all')}
              disabled={rows.length === 0}
              value={rows.length > 0 && chosen === rows.length}
              isIndeterminate={chosen > 0 && chosen < rows.length}
              onChange={isOn => selection.onChange(new Set(isOn ? rows.map(rowKey) : []))}
            />
          </th>
        )}
        {columns.map(column => {
          const direction = sort?.columnId === column.id ? sort.direction : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={direction}
              data-align={column.align}
              data-gives-way={column.givesWay}
              style={{ inlineSize: column.width }}
            >
              {column.isSortable && onSort ? (
                <button
                  type="button"
                  className={styles.sort}
                  data-is-on={direction !== undefined || undefined}
                  onClick={() => onSort({ columnId: column.id, direction: nextDirection(column, direction) })}
                >
                  {column.header}
                  <SortIcon direction={direction} />
                </button>
              ) : (
                column.header
              )}
            </th>
          );
        })}
        {rowMenu && (
          <th className={styles.menu}>
            <VisuallyHidden>{t('more')}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

function SortIcon({ direction }: { direction?: Sort['direction'] }) {
  if (!direction) return <ChevronsUpDown aria-hidden />;
  return direction === 'ascending' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />;
}

const opposite = { ascending: 'descending', descending: 'ascending' } as const;

const nextDirection = (column: Pick<Column<never>, 'firstSort'>, current?: Sort['direction']) =>
  current ? opposite[current] : (column.firstSort ?? 'ascending');

function skeletons<Row>({ columns, rowMenu, selection }: DataTableProps<Row>, count: number) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <tr key={index}>
      {selection && <td />}
      {columns.map((column, place) => (
        <td key={column.id} data-align={column.align}>
          <Skeleton width={place === 0 ? '55%' : '40%'} height={place === 0 ? '32px' : '14px'} />
        </td>
      ))}
      {rowMenu && <td />}
    </tr>
  ));
}

function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement)) return;
  if (!event.target.matches('[data-row-open]')) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-open]')];
  const next = stops[stops.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Elements with a tooltip lie above the row's link, so a click on them must still open the row. */
function openRow(event: MouseEvent<HTMLTableElement>) {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, label')) return;
  const opener = event.target.closest('tr')?.querySelector('[data-row-open]');
  opener?.dispatchEvent(new window.MouseEvent('click', event.nativeEvent));
}
