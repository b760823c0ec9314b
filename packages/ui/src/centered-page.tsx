import type { ReactNode } from 'react';
import styles from './centered-page.module.css';
import { useTitlePart } from './document-title.tsx';

type CenteredPageProps = {
  logo?: ReactNode;
  title?: ReactNode;
  description?: ReactNode;
  /** Below the card's content: terms, a language picker. */
  footer?: ReactNode;
  size?: 'small' | 'medium';
  /** Inside of a page that has a top bar, and so its own `main`. */
  isInside?: boolean;
  children?: ReactNode;
};

/** One card in the middle of a soft gradient, for signing in. On a phone the card is the page. */
export function CenteredPage({
  logo,
  title,
  description,
  footer,
  size,
  isInside,
  children,
}: CenteredPageProps) {
  useTitlePart('page', title);
  const Card = isInside ? 'div' : 'main';
  return (
    <div className={styles.page} data-inside={isInside || undefined}>
      <Card className={styles.card} data-size={size}>
        {logo && <div className={styles.logo}>{logo}</div>}
        {title && <h1 className={styles.title}>{title}</h1>}
        {description && <div className={styles.description}>{description}</div>}
        <div className={styles.content}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </Card>
    </div>
  );
}
