import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

/** Content that few people need, behind its title. `isOpen` is for something inside that asks for attention. */
export function Disclosure({
  title,
  isOpen,
  children,
}: {
  title: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={styles.disclosure} open={isOpen}>
      <summary className={styles.title}>
        <ChevronRight aria-hidden className={styles.mark} />
        {title}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
