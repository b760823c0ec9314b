import styles from './meter.module.css';

/** How much of something is used, as a bar beside the number that says so. */
export const Meter = ({ percent, tone = 'accent' }: { percent: number; tone?: 'accent' | 'danger' }) => (
  <div className={styles.track} data-tone={tone} aria-hidden>
    <div className={styles.bar} style={{ inlineSize: `${Math.min(percent, 100)}%` }} />
  </div>
);
