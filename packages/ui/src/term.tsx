import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import styles from './term.module.css';

const TooltipPopup = lazy(() =>
  import('./tooltip-popup.tsx').then(module => ({ default: module.TooltipPopup })),
);

const delayMs = 150;

/**
 * A word that not every reader knows. What it means is shown on hover, focus and touch, and loaded only then. Escape
 * closes it, and nothing around it.
 */
export function Term({ explain, children }: { explain: () => Promise<string>; children: ReactNode }) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [meaning, setMeaning] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openAfter = (ms: number) => {
    clearTimeout(timer.current);
    if (meaning === undefined) void explain().then(setMeaning);
    timer.current = setTimeout(() => setIsOpen(true), ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setIsOpen(false);
  };
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        className={styles.term}
        aria-describedby={isOpen && meaning ? id : undefined}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && openAfter(delayMs)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && close()}
        onFocus={() => openAfter(0)}
        onBlur={close}
        onClick={() => openAfter(0)}
        onKeyDown={event => {
          if (event.key !== 'Escape' || !isOpen) return;
          event.stopPropagation();
          close();
        }}
      >
        {children}
      </button>
      {meaning && (
        <Suspense>
          <TooltipPopup id={id} anchor={anchor} isOpen={isOpen} onClose={close}>
            {meaning}
          </TooltipPopup>
        </Suspense>
      )}
    </>
  );
}
