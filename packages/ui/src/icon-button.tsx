import type { ComponentProps, ReactNode } from 'react';
import styles from './icon-button.module.css';

export type IconButtonProps = Omit<
  ComponentProps<'button'>,
  'className' | 'style' | 'children' | 'aria-label'
> & {
  label: string;
  icon: ReactNode;
  size?: 'small' | 'medium';
  variant?: 'quiet' | 'secondary';
};

/** A button without words on it: the label is its accessible name and its title. */
export function IconButton({ label, icon, size = 'medium', variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={styles.button}
      data-size={size}
      data-variant={variant}
    >
      {icon}
    </button>
  );
}
