import { CopyButton } from './copy-button.tsx';
import styles from './copy-text.module.css';

/** An id, address or secret in monospace with a copy button. `shown` stands in for what is not to be read. */
export function CopyText({
  text,
  shown = text,
  isBoxed,
  isWrapped,
  label,
}: {
  text: string;
  shown?: string;
  isBoxed?: boolean;
  /** All of it is seen, on as many lines as it takes. */
  isWrapped?: boolean;
  label?: string;
}) {
  return (
    <span className={styles.copy} data-boxed={isBoxed || undefined} data-wrapped={isWrapped || undefined}>
      <bdi className={styles.text} title={shown}>
        {shown}
      </bdi>
      <CopyButton text={text} label={label} />
    </span>
  );
}
