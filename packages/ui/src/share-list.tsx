import { Meter } from './meter.tsx';
import styles from './share-list.module.css';

/** The parts of a sum, the largest first. Empty parts are left out. */
export const ShareList = ({
  label,
  shares,
  format,
}: {
  label: string;
  shares: readonly { id: string; name: string; count: number }[];
  format: (count: number, percent: number) => string;
}) => {
  const sum = shares.reduce((total, { count }) => total + count, 0);
  const present = shares.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
  return (
    <ul className={styles.list} aria-label={label}>
      {present.map(({ id, name, count }) => (
        <li key={id}>
          <span className={styles.line}>
            <span>{name}</span>
            <span className={styles.count}>{format(count, Math.round((count / sum) * 100))}</span>
          </span>
          <Meter percent={(count / sum) * 100} />
        </li>
      ))}
    </ul>
  );
};
