import type { ReactNode } from 'react';
import styles from './timeline.module.css';

export type TimelineEntry = {
  id: string;
  title: ReactNode;
  when: ReactNode;
  /** The moment for machines, ISO 8601. */
  dateTime?: string;
  icon?: ReactNode;
  content?: ReactNode;
  action?: ReactNode;
};

/** Events, the newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {entries.map(entry => (
        <li key={entry.id} className={styles.entry}>
          <span className={styles.dot} aria-hidden>
            {entry.icon}
          </span>
          <div className={styles.words}>
            <div className={styles.line}>
              <div className={styles.title}>{entry.title}</div>
              {entry.action}
            </div>
            <time className={styles.when} dateTime={entry.dateTime}>
              {entry.when}
            </time>
            {entry.content && <div className={styles.content}>{entry.content}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
