import { Circle, CircleAlert, CircleCheck } from 'lucide-react';
import styles from './rule-list.module.css';
import { useUiText } from './ui-text.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const icons = { open: Circle, met: CircleCheck, broken: CircleAlert };

export type Rule = { key: string; text: string; state: keyof typeof icons };

/** The rules for a value, judged while it is typed. Changes are read out. */
export const RuleList = ({ rules }: { rules: readonly Rule[] }) => {
  const { t } = useUiText();
  return (
    <ul className={styles.list} aria-live="polite">
      {rules.map(({ key, text, state }) => {
        const Icon = icons[state];
        return (
          // As a whole: the word that changes says nothing without its rule.
          <li key={key} className={styles.rule} data-state={state} aria-atomic>
            <Icon aria-hidden />
            <span>
              {text}
              {state === 'met' && <VisuallyHidden> ({t('met')})</VisuallyHidden>}
            </span>
          </li>
        );
      })}
    </ul>
  );
};
