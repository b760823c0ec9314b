import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './callout.module.css';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

export function Callout({
  tone = 'info',
  title,
  action,
  children,
}: {
  tone?: keyof typeof icons;
  title?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div className={styles.callout} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon aria-hidden />
      <div className={styles.words}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
