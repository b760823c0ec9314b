import styles from './meter.module.css';

/** A usage bar. The number next to it says the same to screen readers. */
export const Meter = ({ percent, tone = 'accent' }: { percent: number; tone?: 'accent' | 'danger' }) => (
  <div className={styles.track} data-tone={tone} aria-hidden>
    <div className={styles.bar} style={{ inlineSize: `${Math.min(percent, 100)}%` }} />
  </div>
);
