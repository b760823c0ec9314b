import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ConfirmAnswer, ConfirmOptions } from './confirm-options.ts';

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(module => ({ default: module.ConfirmDialog })),
);

type Ask = <Payload = unknown>(options: ConfirmOptions) => Promise<ConfirmAnswer<Payload>>;
type Pending = { options: ConfirmOptions; key: number; answer: (answer: ConfirmAnswer) => void };

const ConfirmContext = createContext<Ask | undefined>(undefined);

/** Shows one question at a time: a new one cancels the pending one, and so does the browser's back. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<Pending>();
  const latest = useRef<Pending>(undefined);

  const answer = useCallback((given: ConfirmAnswer, next?: Pending) => {
    latest.current?.answer(given);
    latest.current = next;
    setPending(next);
  }, []);
  const ask = useCallback<Ask>(
    options =>
      // The caller names the payload's type; it is what the body's controls were given.
      new Promise(resolve =>
        answer([false], { options, key: nextKey++, answer: resolve as Pending['answer'] }),
      ),
    [answer],
  );

  useEffect(() => {
    if (!pending) return;
    const cancel = () => answer([false]);
    window.addEventListener('popstate', cancel);
    return () => window.removeEventListener('popstate', cancel);
  }, [pending, answer]);

  return (
    <ConfirmContext value={ask}>
      {children}
      {pending && (
        <Suspense>
          <ConfirmDialog key={pending.key} options={pending.options} onAnswer={answer} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}

let nextKey = 0;

/** `const [isConfirmed] = await confirm({ title: 'Delete webhook?', body: 'Deliveries stop at once.' })` */
export function useConfirm() {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider above it');
  return ask;
}
