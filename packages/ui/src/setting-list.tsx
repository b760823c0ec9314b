import type { ReactNode } from 'react';
import styles from './setting-list.module.css';

export type Setting = {
  key: string;
  /** Before the label: a logo. */
  icon?: ReactNode;
  label: ReactNode;
  value: ReactNode;
  action?: ReactNode;
};

/** Facts that are changed one by one: what it is, what it is now, and the button that changes it. */
export function SettingList({ settings }: { settings: Setting[] }) {
  return (
    <ul className={styles.list}>
      {settings.map(({ key, icon, label, value, action }) => (
        <li key={key} className={styles.setting}>
          <span className={styles.label}>
            {icon}
            {label}
          </span>
          <span className={styles.value}>{value}</span>
          {action && <span className={styles.action}>{action}</span>}
        </li>
      ))}
    </ul>
  );
}
