import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './toast.module.css';
import type { Notice } from './toast-notice.ts';
import { useUiText } from './ui-text.tsx';

/** Between the toasts and what stands above them. */
const gapPx = 20;

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/** A toast asks nothing, and is reached beside the page. */
const notDialog = { role: 'group', 'aria-modal': undefined } as const;

/** Shows the notices; loaded with the first one. */
export function ToastViewport({ notices, onTaken }: { notices: Notice[]; onTaken: (count: number) => void }) {
  const { t } = useUiText();
  const viewport = useToastRoom();
  return (
    <Base.Provider limit={4}>
      <Base.Portal>
        <Base.Viewport ref={viewport} className={styles.viewport} aria-label={t('notifications')}>
          <Toasts notices={notices} onTaken={onTaken} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Tells dialogs how much of the bottom of the page the toasts take. */
function useToastRoom() {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--toast-room', element.offsetHeight ? `${element.offsetHeight + gapPx}px` : '0px'),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-room');
    };
  }, [element]);
  return setElement;
}

function Toasts({ notices, onTaken }: { notices: Notice[]; onTaken: (count: number) => void }) {
  const { t } = useUiText();
  const { toasts, add, close } = Base.useToastManager();
  useEffect(() => {
    if (notices.length === 0) return;
    for (const { id, kind, title, description, durationMs, actions } of notices) {
      add({
        id,
        type: kind,
        title,
        description,
        timeout: durationMs,
        data: actions,
      });
    }
    onTaken(notices.length);
  }, [notices, add, onTaken]);

  return toasts.map(toast => {
    const kind = toast.type as Notice['kind'];
    const Icon = icons[kind];
    return (
      <Base.Root key={toast.id} toast={toast} className={styles.toast} data-kind={kind} {...notDialog}>
        <Base.Content className={styles.content}>
          <Icon aria-hidden className={styles.icon} />
          {/* Not the kit's high priority, which hides the toast from readers while its buttons can be reached. */}
          <div className={styles.words} role={kind === 'error' ? 'alert' : undefined}>
            <Base.Title render={<div />} className={styles.title} />
            <Base.Description render={<div />} className={styles.description} />
          </div>
          <Actions actions={toast.data as Notice['actions']} onTaken={() => close(toast.id)} />
          <Base.Close
            aria-hidden={false}
            render={<IconButton size="small" label={t('close')} icon={<X />} />}
          />
        </Base.Content>
      </Base.Root>
    );
  });
}

function Actions({ actions = [], onTaken }: { actions: Notice['actions']; onTaken: () => void }) {
  if (actions.length === 0) return null;
  return (
    <span className={styles.actions} data-actions>
      {actions.map(({ label, onClick }) => (
        <button
          key={label}
          type="button"
          className={styles.action}
          onClick={() => {
            onTaken();
            onClick();
          }}
        >
          {label}
        </button>
      ))}
    </span>
  );
}
