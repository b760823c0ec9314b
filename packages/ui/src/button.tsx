import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './spinner.tsx';
import { useDelayedFlag } from './use-delayed-flag.ts';

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  icon?: ReactNode;
  /** The key that does the same, shown as a hint. */
  kbd?: string;
  isFullWidth?: boolean;
  /** Disables at once; the spinner appears after half a second. */
  isLoading?: boolean;
};

type AsButton = Look & Omit<ComponentProps<'button'>, 'className' | 'style'> & { href?: undefined };
type AsLink = Look & Omit<LinkProps, 'className' | 'style'>;
export type ButtonProps = AsButton | AsLink;

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  kbd,
  isFullWidth,
  isLoading = false,
  children,
  ...rest
}: ButtonProps) {
  const isSpinning = useDelayedFlag(isLoading);
  const look = {
    className: styles.button,
    'data-variant': variant,
    'data-size': size,
    'data-full-width': isFullWidth || undefined,
    'data-spinning': isSpinning || undefined,
  };
  const content = (
    <>
      <span className={styles.content}>
        {icon}
        {children}
        {kbd && (
          <kbd className={styles.kbd} aria-hidden>
            {kbd}
          </kbd>
        )}
      </span>
      {isSpinning && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </>
  );

  if (rest.href !== undefined) {
    return (
      <Link {...rest} {...look}>
        {content}
      </Link>
    );
  }
  return (
    <button type="button" {...rest} {...look} {...(isLoading && busy)}>
      {content}
    </button>
  );
}

/** Does nothing, not even in a form, but keeps the focus so that keyboard users can continue from here. */
const busy = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  },
};
