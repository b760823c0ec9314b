import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import styles from './pagination.module.css';
import { useUiText } from './ui-text.tsx';

type PaginationProps = {
  /** From one. */
  page: number;
  pageSize: number;
  totalCount: number;
  onChange: (page: number) => void;
};

/** Nothing where one page holds all. */
export function Pagination({ page, pageSize, totalCount, onChange }: PaginationProps) {
  const { t } = useUiText();
  const pageCount = Math.max(1, Math.ceil(totalCount / pageSize));
  if (pageCount === 1 && page === 1) return null;
  return (
    <nav className={styles.pagination} aria-label={t('page_of', { page: page, pages: pageCount })}>
      <span>{t('page_of', { page: page, pages: pageCount })}</span>
      <IconButton
        variant="secondary"
        label={t('previous')}
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onChange(Math.min(page - 1, pageCount))}
      />
      <IconButton
        variant="secondary"
        label={t('next')}
        icon={<ChevronRight />}
        disabled={page >= pageCount}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}
