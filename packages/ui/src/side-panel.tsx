import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import dialog from './dialog.module.css';
import drawer from './drawer.module.css';
import { IconButton } from './icon-button.tsx';
import styles from './side-panel.module.css';
import { useUiText } from './ui-text.tsx';

type SidePanelProps = {
  onClose: () => void;
  /** To the row before or after; absent where there is none. */
  onPrevious?: () => void;
  onNext?: () => void;
  title: ReactNode;
  children: ReactNode;
};

/** More about one row of a list, beside the list, which stays usable. */
export function SidePanel({ onClose, onPrevious, onNext, title, children }: SidePanelProps) {
  const { t } = useUiText();
  return (
    <Base.Root open modal={false} disablePointerDismissal onOpenChange={isOpen => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Popup className={`${drawer.drawer} ${styles.panel}`} data-side-panel>
          {/* Beside the page, a header would be one of the page. */}
          <div className={drawer.header}>
            <div className={dialog.titles}>
              <Base.Title className={dialog.title}>{title}</Base.Title>
            </div>
            <IconButton
              label={t('previous')}
              icon={<ChevronUp />}
              onClick={onPrevious}
              disabled={!onPrevious}
            />
            <IconButton label={t('next')} icon={<ChevronDown />} onClick={onNext} disabled={!onNext} />
            <Base.Close render={<IconButton label={t('close')} icon={<X />} />} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <div className={drawer.body} tabIndex={0}>
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
