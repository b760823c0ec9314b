import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './selection-bar.module.css';
import { useUiText } from './ui-text.tsx';

export type SelectionAction = { label: string; icon: ReactNode; isDanger?: boolean; onSelect: () => void };

type SelectionBarProps = {
  count: number;
  /** The number of selected rows that are not visible. */
  hiddenCount?: number;
  actions: SelectionAction[];
  onClear: () => void;
  /** Chooses more than can be seen. */
  more?: { label: string; onSelect: () => void };
  /** The progress of the running action. */
  progress?: { done: number; total: number };
};

/** Actions on the selected rows of a table. */
export function SelectionBar({
  count,
  hiddenCount = 0,
  actions,
  onClear,
  more,
  progress,
}: SelectionBarProps) {
  const { t } = useUiText();
  return (
    <section className={styles.bar} aria-label={t('selection')}>
      <span className={styles.count} role="status">
        {progress ? t('progress', progress) : t('selected', { count })}
        {!progress && hiddenCount > 0 && (
          <span className={styles.hidden}>{t('not_shown', { count: hiddenCount })}</span>
        )}
      </span>
      {more && (
        <Button size="small" variant="quiet" onClick={more.onSelect}>
          {more.label}
        </Button>
      )}
      {actions.map(({ label, icon, isDanger, onSelect }) => (
        <Button
          key={label}
          size="small"
          variant={isDanger ? 'danger' : 'secondary'}
          icon={icon}
          disabled={progress !== undefined}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      <IconButton
        size="small"
        label={t('clear_selection')}
        icon={<X />}
        disabled={progress !== undefined}
        onClick={onClear}
      />
    </section>
  );
}
