import styles from './kbd.module.css';

/** A key. As a hint it is left out on phones. */
export const Kbd = ({ isHint, children }: { isHint?: boolean; children: string }) => (
  <kbd className={styles.kbd} data-hint={isHint || undefined}>
    {children}
  </kbd>
);

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Writes a shortcut with the platform's command key: ⌘S or Ctrl S. */
export const commandKey = (key: string) => (isApple ? `⌘${key}` : `Ctrl ${key}`);
