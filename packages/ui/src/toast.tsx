import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './toast.module.css';
import { useUiText } from './ui-text.tsx';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
type Kind = keyof typeof icons;
type ToastOptions = {
  description?: ReactNode;
  /** Zero keeps it until it is closed. */
  durationMs?: number;
  action?: { label: string; onClick: () => void };
};

/** Short notes at the bottom of the page, read out when they come. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const text = useUiText();
  return (
    <Base.Provider limit={4}>
      {children}
      <Base.Portal>
        <Base.Viewport className={styles.viewport} aria-label={text.notifications}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const text = useUiText();
  const { toasts } = Base.useToastManager();
  return toasts.map(toast => {
    const kind = toast.type as Kind;
    const Icon = icons[kind];
    return (
      <Base.Root key={toast.id} toast={toast} className={styles.toast} data-kind={kind}>
        <Base.Content className={styles.content}>
          <Icon aria-hidden className={styles.icon} />
          <div className={styles.words}>
            <Base.Title render={<div />} className={styles.title} />
            <Base.Description render={<div />} className={styles.description} />
          </div>
          <Base.Action className={styles.action} />
          <Base.Close render={<IconButton size="small" label={text.close} icon={<X />} />} />
        </Base.Content>
      </Base.Root>
    );
  });
}

/** `toast.success('Webhook created')`. An error stays longer and interrupts the screen reader. */
export function useToast() {
  const { add } = Base.useToastManager();
  return useMemo(() => {
    const show =
      (type: Kind, defaultMs: number) =>
      (title: ReactNode, { description, durationMs = defaultMs, action }: ToastOptions = {}) =>
        add({
          type,
          title,
          description,
          timeout: durationMs,
          priority: type === 'error' ? 'high' : 'low',
          actionProps: action && { children: action.label, onClick: action.onClick },
        });
    return { success: show('success', 4000), info: show('info', 5000), error: show('error', 8000) };
  }, [add]);
}
