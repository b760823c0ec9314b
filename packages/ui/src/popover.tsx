import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode, RefObject } from 'react';
import styles from './popover.module.css';
import popup from './popup.module.css';

/** Something small to read or to do beside the button that opened it. */
export function Popover({
  trigger,
  title,
  align = 'start',
  isWide,
  isOpen,
  onOpenChange,
  initialFocus,
  children,
}: {
  trigger: ReactElement;
  title?: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** For fields beside each other. */
  isWide?: boolean;
  /** For who closes it by something inside. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** The element to focus on opening. Defaults to the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={popup.positioner} align={align} sideOffset={6} collisionPadding={16}>
          <Base.Popup className={styles.popover} data-wide={isWide || undefined} initialFocus={initialFocus}>
            {title && <Base.Title className={styles.title}>{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
