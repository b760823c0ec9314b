import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

type TooltipProps = {
  content: ReactNode;
  children: ReactElement<{ onPointerEnter?: () => void; onFocus?: () => void }>;
};

const TooltipPopup = lazy(() =>
  import('./tooltip-popup.tsx').then(module => ({ default: module.TooltipPopup })),
);

/** Words shown while the child is hovered or focused. They add to a name, they never are the only one. */
export function Tooltip({ content, children }: TooltipProps) {
  const [isWanted, setIsWanted] = useState(false);
  const want = () => setIsWanted(true);
  const bare = cloneElement(children, { onPointerEnter: want, onFocus: want });
  if (!isWanted) return bare;
  return (
    <Suspense fallback={children}>
      <TooltipPopup content={content}>{children}</TooltipPopup>
    </Suspense>
  );
}
