import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import styles from './popover.module.css';
import popup from './popup.module.css';

/** Something small to read or to do beside the button that opened it. */
export function Popover({
  trigger,
  title,
  align = 'start',
  children,
}: {
  trigger: ReactElement;
  title?: ReactNode;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={popup.positioner} align={align} sideOffset={6} collisionPadding={16}>
          <Base.Popup className={styles.popover}>
            {title && <Base.Title className={styles.title}>{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
