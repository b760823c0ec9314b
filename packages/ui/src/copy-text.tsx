import { CopyButton } from './copy-button.tsx';
import styles from './copy-text.module.css';

/** An id, address or secret in monospace with a copy button. `shown` stands in for what is not to be read. */
export function CopyText({
  text,
  shown = text,
  isBoxed,
  isWrapped,
  isQuiet,
  label,
}: {
  text: string;
  shown?: string;
  isBoxed?: boolean;
  /** All of it is seen, on as many lines as it takes. */
  isWrapped?: boolean;
  /** In a row of a table: the button shows while the row is pointed at. */
  isQuiet?: boolean;
  label?: string;
}) {
  return (
    <span
      className={styles.copy}
      data-boxed={isBoxed || undefined}
      data-wrapped={isWrapped || undefined}
      data-quiet={isQuiet || undefined}
    >
      <bdi className={styles.text} title={shown}>
        {shown}
      </bdi>
      <CopyButton text={text} label={label} />
    </span>
  );
}
