import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './task-list.module.css';
import { useUiText } from './ui-text.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export type Task = {
  key: string;
  title: ReactNode;
  text: ReactNode;
  /** Undefined while unknown. */
  isDone: boolean | undefined;
  action: ReactNode;
};

/** A checklist of tasks. */
export const TaskList = ({ tasks }: { tasks: Task[] }) => {
  const { t } = useUiText();
  return (
    <ul className={styles.list}>
      {tasks.map(({ key, title, text, isDone, action }) => (
        <li key={key} className={styles.task} data-done={isDone || undefined}>
          {isDone ? <CircleCheck aria-hidden /> : <CircleDashed aria-hidden />}
          <span className={styles.words}>
            <span className={styles.title}>
              {title}
              {isDone && <VisuallyHidden> ({t('done')})</VisuallyHidden>}
            </span>
            <span className={styles.text}>{text}</span>
          </span>
          <span className={styles.action}>{action}</span>
        </li>
      ))}
    </ul>
  );
};
