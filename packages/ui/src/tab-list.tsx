import styles from './tab-list.module.css';

type TabListProps = {
  /** Of all its elements: the tab `n` is `<id>-<n>`, and what it opens is `<panelId>`. */
  id: string;
  label: string;
  titles: readonly string[];
  chosen: number;
  onChoose: (index: number) => void;
  panelIdOf: (index: number) => string;
  /** The titles are names of files. */
  isCode?: boolean;
};

/** Tabs within a page. The arrow keys go from one to the next. */
export const TabList = ({ id, label, titles, chosen, onChoose, panelIdOf, isCode }: TabListProps) => {
  const move = (by: number) => {
    const next = (chosen + by + titles.length) % titles.length;
    onChoose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div
      className={styles.tabs}
      data-code={isCode || undefined}
      role="tablist"
      aria-label={label}
      onKeyDown={({ key, currentTarget }) => {
        const forward = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
        if (key === 'ArrowRight') move(forward);
        if (key === 'ArrowLeft') move(-forward);
      }}
    >
      {titles.map((title, index) => (
        <button
          key={title}
          type="button"
          role="tab"
          id={`${id}-${index}`}
          className={styles.tab}
          aria-selected={index === chosen}
          aria-controls={panelIdOf(index)}
          tabIndex={index === chosen ? 0 : -1}
          onClick={() => onChoose(index)}
        >
          {title}
        </button>
      ))}
    </div>
  );
};
