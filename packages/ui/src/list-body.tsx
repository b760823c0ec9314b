import type { ReactNode } from 'react';
import styles from './list-body.module.css';
import { SearchInput } from './search-input.tsx';

export type ListBodyProps = {
  search?: { value: string; onChange: (value: string) => void; placeholder?: string };
  filters?: ReactNode;
  /** "6 applications", at the end of the toolbar. */
  count?: ReactNode;
  /** A button after the count, for a list inside a page. */
  action?: ReactNode;
  /** The table. */
  children: ReactNode;
  pagination?: ReactNode;
};

/** Toolbar, table and pages: a list, as a separate page or inside one. */
export function ListBody({ search, filters, count, action, children, pagination }: ListBodyProps) {
  return (
    <>
      {(search || filters || count || action) && (
        <div className={styles.toolbar}>
          {search && (
            <div className={styles.search}>
              <SearchInput hasShortcut {...search} />
            </div>
          )}
          {filters}
          <span className={styles.count} role="status">
            {count}
          </span>
          {action}
        </div>
      )}
      {children}
      {pagination}
    </>
  );
}
