import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './tooltip.module.css';

/** The tooltip itself, open from the start: it is loaded when somebody points at the child. */
export function TooltipPopup({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={children} delay={300} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles.popup}>{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
