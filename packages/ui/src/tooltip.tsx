import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react';

type ChildProps = {
  ref?: React.Ref<HTMLElement>;
  onPointerEnter?: () => void;
  onPointerLeave?: () => void;
  onPointerDown?: () => void;
  onFocus?: () => void;
  onBlur?: () => void;
};

type TooltipProps = { content: ReactNode; children: ReactElement<ChildProps> };

const TooltipPopup = lazy(() =>
  import('./tooltip-popup.tsx').then(module => ({ default: module.TooltipPopup })),
);

const delayMs = 300;

/**
 * Words shown while the child is hovered or focused. They add to a name, they never are the only one.
 * The child itself stays in its place when the words come, so that a press on it is never cut in two.
 */
export function Tooltip({ content, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openAfter = (ms: number) => () => {
    setIsWanted(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(true), ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setIsOpen(false);
  };
  return (
    <>
      {cloneElement(children, {
        ref: setAnchor,
        onPointerEnter: openAfter(delayMs),
        onPointerLeave: close,
        onPointerDown: close,
        onFocus: openAfter(0),
        onBlur: close,
      })}
      {isWanted && content && (
        <Suspense>
          <TooltipPopup anchor={anchor} isOpen={isOpen} onClose={close}>
            {content}
          </TooltipPopup>
        </Suspense>
      )}
    </>
  );
}
