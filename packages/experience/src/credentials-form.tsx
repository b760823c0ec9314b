import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ExperienceError } from './api.ts';
import { data, t } from './data.ts';
import type { Credentials } from './flow.ts';
import { describeRejection } from './password-rejection.tsx';

type CredentialsFormProps = {
  submit: (credentials: Credentials) => Promise<void>;
  submitLabel: string;
  passwordAutoComplete: 'current-password' | 'new-password';
  usernameHelp?: string;
  passwordHelp?: string;
};

/** Username and password. What was typed stays after a failure, and the cursor goes to where the mistake is. */
export const CredentialsForm = (props: CredentialsFormProps) => {
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const [missing, setMissing] = useState({ username: false, password: false });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const credentials = {
      identifier: username.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
    };
    const absent = { username: !credentials.identifier, password: !credentials.password };
    setMissing(absent);
    setFailure(undefined);
    if (absent.username) return username.current?.focus();
    if (absent.password) return password.current?.focus();
    setIsBusy(true);
    try {
      await props.submit(credentials);
    } catch (error) {
      setIsBusy(false);
      setFailure(error instanceof ExperienceError ? describeRejection(error) : t('errors.unexpected'));
      password.current?.focus();
    }
  };

  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <Stack gap={4}>
        {failure && <Callout tone="danger">{failure}</Callout>}
        <Field
          label={t('sign_in.identifier_username')}
          help={props.usernameHelp}
          error={missing.username && t('errors.required_username')}
        >
          <TextInput
            ref={username}
            size="large"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!data.parameters?.login_hint}
            defaultValue={data.parameters?.login_hint}
          />
        </Field>
        <Field
          label={t('sign_in.password')}
          help={props.passwordHelp}
          error={missing.password && t('errors.required_password')}
        >
          <PasswordInput
            ref={password}
            size="large"
            name="password"
            autoComplete={props.passwordAutoComplete}
            autoFocus={!!data.parameters?.login_hint}
          />
        </Field>
        <Button type="submit" variant="primary" size="large" isFullWidth isLoading={isBusy}>
          {props.submitLabel}
        </Button>
      </Stack>
    </form>
  );
};
