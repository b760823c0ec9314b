import { type ComponentProps, useState } from 'react';
import styles from './control.module.css';
import { useFieldControl } from './field.tsx';
import { useUiText } from './ui-text.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'size'> & {
  size?: 'medium' | 'large';
};

export function PasswordInput({ size, ...rest }: PasswordInputProps) {
  const { t } = useUiText();
  const field = useFieldControl();
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={`${styles.control} ${styles.group}`} data-size={size}>
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...field}
        {...rest}
        type={isShown ? 'text' : 'password'}
      />
      <button
        type="button"
        className={styles.aside}
        aria-pressed={isShown}
        aria-controls={field.id}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? t('hide') : t('show')}
      </button>
    </div>
  );
}
