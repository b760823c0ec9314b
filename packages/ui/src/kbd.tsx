import styles from './kbd.module.css';

export const Kbd = ({ children }: { children: string }) => <kbd className={styles.kbd}>{children}</kbd>;

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How a shortcut with the platform's command key is written: ⌘S or Ctrl S. */
export const commandKey = (key: string) => (isApple ? `⌘${key}` : `Ctrl ${key}`);
