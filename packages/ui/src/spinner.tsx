import type { ReactNode } from 'react';
import styles from './spinner.module.css';
import { useUiText } from './ui-text.tsx';
import { useDelayedFlag } from './use-delayed-flag.ts';

/** A spinning ring. Purely visual: the caller describes the state in text. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg
      data-spinner
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/** A status line with a spinner. The spinner stays next to the text if it needs several lines. */
export const WaitingLine = ({ children }: { children: ReactNode }) => (
  <div role="status" className={styles.line}>
    <Spinner />
    <span>{children}</span>
  </div>
);

/** A page's or panel's loading indicator: nothing for half a second, then a spinner. */
export function DelayedLoading({ label }: { label?: string }) {
  const { t } = useUiText();
  const isShown = useDelayedFlag(true);
  return (
    <div role="status" className={styles.delayed}>
      {isShown && (
        <>
          <Spinner size={24} />
          <span>{label ?? t('loading')}</span>
        </>
      )}
    </div>
  );
}
