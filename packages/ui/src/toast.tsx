import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { PlainNotices } from './plain-notices.tsx';
import type { Notice, NoticeOptions } from './toast-notice.ts';

const load = () => import('./toast-viewport.tsx');
const ToastViewport = lazy(() =>
  load().then(
    module => ({ default: module.ToastViewport }),
    () => ({ default: PlainNotices }),
  ),
);
const loadAfterMs = 2000;

type ToastProviderProps = {
  /** Adds to a notice what the page knows of its cause, such as an action. `show` is for what comes of that. */
  complete?: (notice: Notice, show: (notice: Notice) => void) => Notice;
  children: ReactNode;
};

const ToastContext = createContext<((notice: Notice) => void) | undefined>(undefined);

/** Short notes at the bottom of the page, read out when they come. What shows them is loaded after the page itself, before a lost
 * connection would be the thing to tell. */
export function ToastProvider({ complete, children }: ToastProviderProps) {
  const [isWanted, setIsWanted] = useState(false);
  const [waiting, setWaiting] = useState<Notice[]>([]);
  const show = useCallback((notice: Notice) => {
    setIsWanted(true);
    setWaiting(notices => [...notices, notice]);
  }, []);
  const add = useCallback(
    (notice: Notice) => show(complete ? complete(notice, show) : notice),
    [show, complete],
  );
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const forget = useCallback((count: number) => setWaiting(notices => notices.slice(count)), []);
  return (
    <ToastContext value={add}>
      {children}
      {isWanted && (
        <Suspense>
          <ToastViewport notices={waiting} onTaken={forget} />
        </Suspense>
      )}
    </ToastContext>
  );
}

/** `toast.success('Webhook created')`. An error stays longer and interrupts the screen reader. */
export function useToast() {
  const add = useContext(ToastContext);
  if (!add) throw new Error('useToast needs a ToastProvider above it');
  return useMemo(() => {
    const show =
      (kind: Notice['kind'], durationMs: number) =>
      (title: ReactNode, options: NoticeOptions = {}) =>
        add({ kind, title, durationMs, ...options });
    return { success: show('success', 4000), info: show('info', 5000), error: show('error', 8000) };
  }, [add]);
}
