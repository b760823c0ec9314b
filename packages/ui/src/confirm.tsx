import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(module => ({ default: module.ConfirmDialog })),
);

export type ConfirmControls = {
  confirm: (payload?: unknown) => void;
  cancel: () => void;
  /** What the confirm button will hand over. */
  setPayload: (payload: unknown) => void;
};

export type ConfirmOptions = {
  /** `alert` tells something: it only has a close button. */
  type?: 'confirm' | 'alert';
  title: ReactNode;
  body?: ReactNode | ((controls: ConfirmControls) => ReactNode);
  confirmLabel?: string;
  cancelLabel?: string;
  isDanger?: boolean;
  /** The confirm button stays disabled until this has been typed. */
  nameToType?: string;
};

/** `[true, payload]` when confirmed, `[false]` otherwise. */
export type ConfirmAnswer<Payload = unknown> = [isConfirmed: true, payload?: Payload] | [isConfirmed: false];
type Ask = <Payload = unknown>(options: ConfirmOptions) => Promise<ConfirmAnswer<Payload>>;
type Pending = { options: ConfirmOptions; key: number; answer: (answer: ConfirmAnswer) => void };

const ConfirmContext = createContext<Ask | undefined>(undefined);

/** Shows one question at a time: a new one cancels the pending one, and so does the browser's back. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<Pending>();

  useEffect(() => {
    if (!pending) return;
    const cancel = () => {
      pending.answer([false]);
      setPending(undefined);
    };
    window.addEventListener('popstate', cancel);
    return () => {
      window.removeEventListener('popstate', cancel);
      // Whatever takes this question's place, it has been answered: a promise settles only once.
      pending.answer([false]);
    };
  }, [pending]);

  const ask = useCallback<Ask>(
    options =>
      new Promise(resolve => {
        // The caller names the payload's type; it is what the body's controls were given.
        setPending({ options, key: nextKey++, answer: resolve as Pending['answer'] });
      }),
    [],
  );

  return (
    <ConfirmContext value={ask}>
      {children}
      {pending && (
        <Suspense>
          <ConfirmDialog
            key={pending.key}
            options={pending.options}
            onAnswer={answer => {
              pending.answer(answer);
              setPending(undefined);
            }}
          />
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
