import { Check, CircleHelp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './gate-path.module.css';

export type GateStep = {
  id: string;
  title: ReactNode;
  state: 'open' | 'asked' | 'closed' | 'unreached';
  /** The state in words, for readers who do not see the arch. */
  stateText: string;
  content?: ReactNode;
};

const signs = { open: <Check />, asked: <CircleHelp />, closed: <X />, unreached: null };

/** A path through gates, each drawn as an arch that is open, asks for something, or is closed. */
export const GatePath = ({ steps }: { steps: readonly GateStep[] }) => (
  <ol className={styles.path}>
    {steps.map(({ id, title, state, stateText, content }) => (
      <li key={id} className={styles.gate} data-state={state}>
        <span className={styles.arch} aria-hidden>
          {signs[state]}
        </span>
        <div className={styles.words}>
          <div className={styles.line}>
            <span className={styles.title}>{title}</span>
            <span className={styles.state}>{stateText}</span>
          </div>
          {content && <div className={styles.content}>{content}</div>}
        </div>
      </li>
    ))}
  </ol>
);
