import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import styles from './tooltip.module.css';

type TooltipPopupProps = {
  id?: string;
  anchor: HTMLElement | null;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** The tooltip itself, loaded when the pointer first enters the child. */
export function TooltipPopup({ id, anchor, isOpen, onClose, children }: TooltipPopupProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} anchor={anchor} sideOffset={6} collisionPadding={8}>
          <Base.Popup id={id} role={id && 'tooltip'} className={styles.popup}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
