import { Field } from '@gatehouse/ui/field.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { t } from './data.ts';

/** Without a connection the server alone says the rules. */
const PasswordRules = lazy<ComponentType<{ input: RefObject<HTMLInputElement | null> }>>(async () => ({
  default: await import('./password-rules.tsx').then(
    module => module.PasswordRules,
    () => () => null,
  ),
}));

/** The typed password; it is read when it is needed and kept nowhere. */
export const usePassword = () => {
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  /** The password, or nothing with the mistake shown and the cursor on it. */
  const read = () => {
    const password = input.current?.value ?? '';
    setIsMissing(!password);
    if (!password) input.current?.focus();
    return password || undefined;
  };
  return { input, isMissing, read, focus: () => input.current?.focus() };
};

type PasswordFieldProps = {
  state: ReturnType<typeof usePassword>;
  /** A password that is set now; `replaces`: in place of another one. */
  isNew?: boolean | 'replaces';
  autoFocus?: boolean;
  aside?: ReactNode;
};

export const PasswordField = ({ state, isNew, autoFocus, aside }: PasswordFieldProps) => (
  <Field
    label={t(labelOf(isNew))}
    help={
      isNew && (
        <Suspense fallback={<br />}>
          <PasswordRules input={state.input} />
        </Suspense>
      )
    }
    error={state.isMissing && t('errors.required_password')}
    aside={aside}
  >
    <PasswordInput
      ref={state.input}
      size="large"
      name="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoFocus={autoFocus}
    />
  </Field>
);

const labelOf = (isNew: PasswordFieldProps['isNew']) => {
  if (isNew === 'replaces') return 'reset_password.new_label';
  return isNew ? 'register.password' : 'sign_in.password';
};
