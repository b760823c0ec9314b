import { Ellipsis } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import { IconButton } from './icon-button.tsx';
import { Link } from './link.tsx';
import { Menu } from './menu.tsx';
import { useUiText } from './ui-text.tsx';

type DataTableRowProps<Row> = {
  table: DataTableProps<Row>;
  row: Row;
  /** Only one row is a stop of the tab key, the arrows do the rest. */
  isTabStop: boolean;
  onFocus: () => void;
  attributes?: ComponentProps<'tr'>;
};

const unchanged = (content: ReactNode) => content;

export function DataTableRow<Row>({ table, row, isTabStop, onFocus, attributes }: DataTableRowProps<Row>) {
  const { t } = useUiText();
  const { columns, rowKey, rowName, rowHref, onOpen, rowMenu, selection, openKey } = table;
  const key = rowKey(row);
  const menu = rowMenu?.(row) ?? [];
  const isSelected = selection?.keys.has(key) ?? false;
  const isOpen = key === openKey;
  const opener = {
    className: styles.open,
    tabIndex: isTabStop ? 0 : -1,
    onFocus,
    'data-row-open': true,
  };

  const open = (content: ReactNode) => {
    if (rowHref) {
      return (
        <Link {...opener} href={rowHref(row)}>
          {content}
        </Link>
      );
    }
    if (!onOpen) return content;
    return (
      <button type="button" {...opener} onClick={() => onOpen(row)}>
        {content}
      </button>
    );
  };
  const select = (isOn: boolean) => {
    const keys = new Set(selection?.keys);
    if (isOn) keys.add(key);
    else keys.delete(key);
    selection?.onChange(keys);
  };
  return (
    <tr {...attributes} data-selected={isSelected || isOpen || undefined} aria-current={isOpen || undefined}>
      {selection && (
        <td className={styles.check}>
          <Checkbox
            aria-label={t('select_row', { name: rowName(row) })}
            value={isSelected}
            onChange={select}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          data-align={column.align}
          data-gives-way={column.givesWay}
          data-header={index > 0 ? column.header : undefined}
        >
          {index === 0 && !column.opensInside
            ? open(column.cell(row, unchanged))
            : column.cell(row, index === 0 ? open : unchanged)}
        </td>
      ))}
      {rowMenu && (
        <td className={styles.menu}>
          {menu.length > 0 && (
            <Menu
              items={menu}
              trigger={
                <IconButton size="small" label={t('more_for', { name: rowName(row) })} icon={<Ellipsis />} />
              }
            />
          )}
        </td>
      )}
    </tr>
  );
}
