import type { ComponentProps, ReactNode } from 'react';
import type { MenuItem } from './menu-props.ts';
export type DataTableProps<Row> = {
  /** Its name for screen readers. */
  label: string;
  columns: Column<Row>[];
  /** Undefined while loading. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The row in words, for its menu and checkbox. */
  rowName: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** For rows that open something without an address. */
  onOpen?: (row: Row) => void;
  rowMenu?: (row: Row) => MenuItem[];
  /** The row that is open beside the table. */
  openKey?: string;
  selection?: { keys: ReadonlySet<string>; onChange: (keys: ReadonlySet<string>) => void };
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  empty?: ReactNode;
  error?: ReactNode;
  skeletonRows?: number;
} & Pick<ComponentProps<'div'>, 'onPointerEnter' | 'onPointerLeave'>;

export type Column<Row> = {
  id: string;
  header: string;
  /**
   * The first column's cell becomes the row's link: nothing to press inside it. A cell that has something to press says
   * with `open` what the link is instead.
   */
  cell: (row: Row, open: (content: ReactNode) => ReactNode) => ReactNode;
  opensInside?: boolean;
  align?: 'start' | 'end';
  /** Hidden while a panel beside the table takes its room. */
  givesWay?: boolean;
  width?: string;
  isSortable?: boolean;
  /** The order that the first press gives; ascending unless said. */
  firstSort?: Sort['direction'];
};

export type Sort = { columnId: string; direction: 'ascending' | 'descending' };
