import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import empty from './empty-state.module.css';
import styles from './error-panel.module.css';
import { useUiText } from './ui-text.tsx';

type ErrorPanelProps = {
  title?: ReactNode;
  code?: string;
  message?: ReactNode;
  /** Behind a fold: the raw answer, or the call stack in development. */
  details?: string;
  onRetry?: () => void;
  /** It is all there is, so its title is the page's. */
  isPage?: boolean;
};

/** Replaces a page or a table that could not be loaded. */
export function ErrorPanel({ title, code, message, details, onRetry, isPage }: ErrorPanelProps) {
  const { t } = useUiText();
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={empty.empty} data-tone="danger" role="alert">
      <span className={empty.icon}>
        <TriangleAlert aria-hidden />
      </span>
      <Title className={empty.title}>{title ?? t('something_went_wrong')}</Title>
      {message && <p className={empty.sentence}>{message}</p>}
      {code && <code className={styles.code}>{code}</code>}
      {details && (
        <details className={styles.details}>
          <summary>{t('details')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{details}</pre>
        </details>
      )}
      {onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
    </div>
  );
}
