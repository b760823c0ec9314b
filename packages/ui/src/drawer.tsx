import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import dialog from './dialog.module.css';
import styles from './drawer.module.css';
import { IconButton } from './icon-button.tsx';
import { useUiText } from './ui-text.tsx';

type DrawerProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A panel that slides in from the end of the line, for reading along: history, a log entry. */
export function Drawer({ isOpen, onClose, title, description, actions, children }: DrawerProps) {
  const { t } = useUiText();
  return (
    <Base.Root open={isOpen} onOpenChange={isNowOpen => !isNowOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialog.backdrop} />
        <Base.Popup className={styles.drawer}>
          <header className={styles.header}>
            <div className={dialog.titles}>
              <Base.Title className={dialog.title}>{title}</Base.Title>
              {description && (
                <Base.Description className={dialog.description}>{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label={t('close')} icon={<X />} />} />
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <div className={styles.body} tabIndex={0}>
            {children}
          </div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
