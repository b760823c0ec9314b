import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { useUiText } from './ui-text.tsx';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode;
  /** Makes the body a form, so that Enter submits and the main action may be `type="submit"`. */
  onSubmit?: () => void;
  children?: ReactNode;
};

/** A task on top of the page. Escape, the cross and a press outside close it. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  size = 'medium',
  actions,
  onSubmit,
  children,
}: DialogProps) {
  const { t } = useUiText();
  const popup = useRef<HTMLDivElement>(null);
  /** Without a field nothing is chosen yet: a key that was meant for the page neither closes nor confirms. */
  const focusFirstField = () =>
    popup.current?.querySelector<HTMLElement>('input, textarea, select') ?? popup.current;
  const body = (
    <>
      {children && (
        // Without fields to focus, what scrolls must be reachable by keyboard itself.
        <div className={styles.body} tabIndex={onSubmit ? undefined : 0}>
          {children}
        </div>
      )}
      {actions && (
        <footer className={styles.actions} data-bottom-actions>
          {actions}
        </footer>
      )}
    </>
  );
  return (
    <Base.Root open={isOpen} onOpenChange={isNowOpen => !isNowOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup ref={popup} className={styles.popup} data-size={size} initialFocus={focusFirstField}>
            <header className={styles.header}>
              <div className={styles.titles}>
                <Base.Title className={styles.title}>{title}</Base.Title>
                {description && (
                  <Base.Description className={styles.description}>{description}</Base.Description>
                )}
              </div>
              <Base.Close render={<IconButton label={t('close')} icon={<X />} />} />
            </header>
            {onSubmit ? (
              <form
                className={styles.form}
                noValidate
                onSubmit={event => {
                  event.preventDefault();
                  // A dialog's form sits, for React, inside the page's form that opened it.
                  event.stopPropagation();
                  onSubmit();
                }}
              >
                {body}
              </form>
            ) : (
              body
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
