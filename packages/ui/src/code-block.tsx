import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** Code or a payload to read and to copy. Written left to right in every language. */
export function CodeBlock({ code, label }: { code: string; label?: string }) {
  return (
    <figure className={styles.block} dir="ltr">
      <figcaption className={styles.caption} data-bare={label ? undefined : true}>
        <span>{label}</span>
        <CopyButton text={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
