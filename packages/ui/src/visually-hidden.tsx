import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

type VisuallyHiddenProps = Omit<ComponentProps<'span'>, 'className' | 'ref'> & {
  render?: 'span' | 'div';
};

/** Words for screen readers only. */
export const VisuallyHidden = ({ render: Element = 'span', ...rest }: VisuallyHiddenProps) => (
  <Element {...rest} className={styles.hidden} />
);
