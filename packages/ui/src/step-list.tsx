import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './step-list.module.css';

export type Step = { href: string; label: ReactNode; isDone?: boolean };

/** A way in several steps, listed beside the one that is shown; on a phone the list is a line above it. */
export const StepList = ({
  label,
  steps,
  current,
  children,
}: {
  label: string;
  steps: Step[];
  /** The place of the step that is shown. */
  current: number;
  children: ReactNode;
}) => (
  <div className={styles.way}>
    <nav aria-label={label}>
      <ol className={styles.steps}>
        {steps.map(({ href, label: name, isDone }, index) => (
          <li key={href}>
            <Link href={href} className={styles.step} aria-current={index === current ? 'step' : undefined}>
              <span className={styles.mark} data-done={isDone || undefined}>
                {isDone ? <Check aria-hidden /> : index + 1}
              </span>
              <span className={styles.name}>{name}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
    <div className={styles.content}>{children}</div>
  </div>
);
