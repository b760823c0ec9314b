import type { ReactNode } from 'react';
import styles from './text.module.css';

/** Running text that is not simply text: softer, smaller, monospaced, stronger. */
export function Text({
  tone = 'normal',
  size = 'normal',
  isMono,
  isStrong,
  isBlock,
  keepsLines,
  align,
  children,
}: {
  tone?: 'normal' | 'soft' | 'faint' | 'danger';
  size?: 'small' | 'normal' | 'large';
  isMono?: boolean;
  isStrong?: boolean;
  isBlock?: boolean;
  /** Written by someone in several lines. */
  keepsLines?: boolean;
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
      data-lines={keepsLines || undefined}
      data-strong={isStrong || undefined}
      style={{ textAlign: align }}
    >
      {children}
    </Element>
  );
}
