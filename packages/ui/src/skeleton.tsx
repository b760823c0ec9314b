import styles from './skeleton.module.css';

/** The gray shape of something that is still loading. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden />;
}
