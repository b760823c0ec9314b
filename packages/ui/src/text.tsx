import type { ReactNode } from 'react';
import styles from './text.module.css';

/** Running text that is not simply text: softer, smaller, monospaced, stronger. */
export function Text({
  tone = 'normal',
  size = 'normal',
  isMono,
  isStrong,
  isBlock,
  isCut,
  align,
  children,
}: {
  tone?: 'normal' | 'soft' | 'faint' | 'danger';
  size?: 'small' | 'normal' | 'large';
  isMono?: boolean;
  isStrong?: boolean;
  isBlock?: boolean;
  /** Never longer than a bar has room for; the rest is left away. */
  isCut?: boolean;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
}) {
  const Element = isBlock ? 'p' : 'span';
  return (
    <Element
      className={styles.text}
      data-tone={tone}
      data-size={size}
      data-mono={isMono || undefined}
      data-strong={isStrong || undefined}
      data-cut={isCut || undefined}
      // It is the end that is left away, whichever way the page runs.
      dir={isCut ? 'auto' : undefined}
      style={{ textAlign: align }}
    >
      {children}
    </Element>
  );
}
