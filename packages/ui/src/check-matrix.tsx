import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import styles from './check-matrix.module.css';
import { Checkbox } from './checkbox.tsx';

export type MatrixColumn = {
  id: string;
  name: string;
  /** The name, with what else the head shows. */
  header: ReactNode;
  /** It is shown and cannot be changed. */
  isLocked?: boolean;
  /** The rows that the column can have; all unless said. */
  takes?: (rowId: string) => boolean;
};
export type MatrixRow = { id: string; name: string; detail?: string };
export type MatrixGroup = { id: string; title: string; rows: readonly MatrixRow[] };

type CheckMatrixProps = {
  label: string;
  /** The head of the first column. */
  rowHeader: string;
  columns: readonly MatrixColumn[];
  groups: readonly MatrixGroup[];
  isOn: (columnId: string, rowId: string) => boolean;
  /** Whether a cell differs from what is saved. */
  isChanged: (columnId: string, rowId: string) => boolean;
  onSet: (columnId: string, rowIds: readonly string[], isOn: boolean) => void;
};

/** Its cells are then cells of a grid, which is gone through by arrows. */
const asGrid = { role: 'grid' } as const;

type SetCells = CheckMatrixProps['onSet'];

/**
 * Checkboxes by row and column, with head and first column always in sight. One stop of the tab key: arrows, Home, End
 * and with them Ctrl go from cell to cell, Space toggles. The cell of a group's title stands for all of its rows.
 */
export function CheckMatrix(props: CheckMatrixProps) {
  const { label, rowHeader, columns, groups, isOn, isChanged, onSet } = props;
  const [active, setActive] = useState<string>();
  const latest = useRef(onSet);
  useEffect(() => {
    latest.current = onSet;
  });
  const [set] = useState(
    (): SetCells =>
      (...cells) =>
        latest.current(...cells),
  );
  const table = useOneTabStop(active);
  const markActive = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement) setActive(target.name);
  };
  const heads = headsOf(columns);
  const stateOf = ({ id, takes }: MatrixColumn, rowId: string) => {
    if (takes?.(rowId) === false) return '-';
    return isChanged(id, rowId) ? (isOn(id, rowId) ? 'A' : 'R') : isOn(id, rowId) ? '1' : '0';
  };
  const statesOf = (rowId: string) => columns.map(column => stateOf(column, rowId)).join('');
  return (
    <div className={styles.frame}>
      <table
        ref={table}
        {...asGrid}
        className={styles.table}
        aria-label={label}
        onKeyDown={moveBetweenCells}
        onFocus={markActive}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {rowHeader}
            </th>
            {columns.map(column => (
              <th key={column.id} scope="col">
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(group => (
          <tbody key={group.id}>
            <GroupRow group={group} columns={columns} isOn={isOn} onSet={set} />
            {group.rows.map(row => (
              <Row key={row.id} {...row} heads={heads} states={statesOf(row.id)} onSet={set} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type GroupRowProps = Pick<CheckMatrixProps, 'columns' | 'isOn' | 'onSet'> & { group: MatrixGroup };

function GroupRow({ group, columns, isOn, onSet }: GroupRowProps) {
  return (
    <tr className={styles.group}>
      <th scope="rowgroup">
        <bdi>{group.title}</bdi>
      </th>
      {columns.map(({ id, name, isLocked, takes = () => true }) => {
        const ids = group.rows.map(row => row.id).filter(takes);
        const count = ids.filter(rowId => isOn(id, rowId)).length;
        return (
          <td key={id}>
            <Checkbox
              aria-label={`${group.title}, ${name}`}
              name={`${id} ${group.id}`}
              disabled={isLocked || ids.length === 0}
              value={count > 0 && count === ids.length}
              isIndeterminate={count > 0 && count < ids.length}
              onChange={isAll => onSet(id, ids, isAll)}
            />
          </td>
        );
      })}
    </tr>
  );
}

type RowProps = MatrixRow & {
  /** The columns as text, which is the same as before when nothing in them has changed. */
  heads: string;
  /** A sign for each column: on or off, as saved (1, 0) or not yet (A, R), or nothing to choose (-). */
  states: string;
  onSet: SetCells;
};

/** Hundreds of rows stay as they are when a cell of another one is toggled. */
const Row = memo(function Row({ id: rowId, name: rowName, detail, heads, states, onSet }: RowProps) {
  const columns = JSON.parse(heads) as Head[];
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>
          <bdi>{rowName}</bdi>
        </span>
        {detail && (
          <span className={styles.detail} title={detail}>
            {detail}
          </span>
        )}
      </th>
      {columns.map(({ id, name, isLocked }, place) => {
        const state = states.charAt(place);
        return (
          <td key={id} data-changed={/[AR]/.test(state) || undefined}>
            <Checkbox
              aria-label={`${rowName}, ${name}`}
              name={`${id} ${rowId}`}
              disabled={isLocked || state === '-'}
              value={/[1A]/.test(state)}
              onChange={isOn => onSet(id, [rowId], isOn)}
            />
          </td>
        );
      })}
    </tr>
  );
});

type Head = Omit<MatrixColumn, 'header' | 'takes'>;

const headsOf = (columns: readonly MatrixColumn[]) =>
  JSON.stringify(columns.map(({ id, name, isLocked }): Head => ({ id, name, isLocked })));

const cellSelector = 'td>input:not(:disabled)';

/** Cells come and go with searches: the one that had the focus last is the stop, or else the first. */
function useOneTabStop(active: string | undefined) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const cells = [...(table.current?.querySelectorAll<HTMLInputElement>('td>input') ?? [])];
    const stop = cells.find(({ name }) => name === active) ?? cells.find(({ disabled }) => !disabled);
    for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1;
  });
  return table;
}

function moveBetweenCells(event: KeyboardEvent<HTMLTableElement>) {
  const { target, currentTarget: table, key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (!(target instanceof HTMLInputElement) || altKey || shiftKey) return;
  const cell = target.closest('td');
  const row = cell?.closest('tr');
  if (!cell || !row) return;
  const isWhole = ctrlKey || metaKey;
  const cellsOf = (line: Element | undefined) => [
    ...(line?.querySelectorAll<HTMLInputElement>(cellSelector) ?? []),
  ];
  const rows = [...table.rows].filter(line => cellsOf(line).length > 0);
  const here = cellsOf(row);
  const toward = (step: number) => here[here.indexOf(target) + step];
  const inRow = (line: HTMLTableRowElement | undefined) =>
    line?.cells[cell.cellIndex]?.querySelector<HTMLInputElement>('input') ?? undefined;
  const forward = getComputedStyle(table).direction === 'rtl' ? -1 : 1;
  const moves: Record<string, () => HTMLInputElement | undefined> = {
    ArrowRight: () => toward(forward),
    ArrowLeft: () => toward(-forward),
    ArrowDown: () => inRow(isWhole ? rows.at(-1) : rows[rows.indexOf(row) + 1]),
    ArrowUp: () => inRow(isWhole ? rows[0] : rows[rows.indexOf(row) - 1]),
    Home: () => (isWhole ? cellsOf(rows[0]) : here)[0],
    End: () => (isWhole ? cellsOf(rows.at(-1)) : here).at(-1),
  };
  if (!Object.hasOwn(moves, key)) return;
  event.preventDefault();
  moves[key]?.()?.focus();
}
