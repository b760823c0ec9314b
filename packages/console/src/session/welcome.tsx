import { setup } from '@gatehouse/contract/setup.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CenteredPage } from '@gatehouse/ui/centered-page.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useState } from 'react';
import { bootstrap } from '../bootstrap.ts';
import { useContractForm } from '../contract-form.ts';
import { paths } from '../paths.ts';
import { currentLanguage, useTranslation } from '../phrases.tsx';
import { HttpError, sendThrough } from '../request.ts';
import { startSignIn } from './client.ts';
import { describeFailure } from './report-errors.tsx';
import { signInWithPassword } from './sign-in-with-password.ts';

/** The fields that a refusal is about. */
const refusedFields: Readonly<Record<string, 'password' | 'setupCode' | undefined>> = {
  'password.rejected': 'password',
  'setup.wrong_code': 'setupCode',
};

const send = sendThrough({ baseUrl: `${bootstrap.adminEndpoint}/api`, language: currentLanguage });

/** The first start: creates the first administrator and signs in. */
export const Welcome = () => {
  const { t } = useTranslation();
  const [isDone, setIsDone] = useState(bootstrap.hasAdministrator);
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(setup.createAdministrator.body, {
    defaultValues: { username: '', password: '', setupCode: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const signIn = () => startSignIn({ returnTo: paths.home() });
  const submit = form.handleSubmit(async body => {
    setFailure(undefined);
    try {
      await send(setup.createAdministrator, { body });
      await signInWithPassword(body);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = error instanceof HttpError ? error.code : undefined;
      const field = refusedFields[code ?? ''];
      if (code === 'setup.already_done') setIsDone(true);
      else if (field) form.setError(field, { message: describeFailure(error, t) }, { shouldFocus: true });
      else setFailure(describeFailure(error, t));
    }
  });

  // Signing in would fail after the administrator was created, which happens once.
  if (!window.isSecureContext)
    return (
      <CenteredPage logo={<Logo size={28} />} title={t('welcome.title')}>
        <Callout tone="danger">{t('errors.insecure_context')}</Callout>
      </CenteredPage>
    );

  return (
    <CenteredPage
      logo={<Logo size={28} />}
      title={t('welcome.title')}
      description={isDone ? t('welcome.already_done') : t('welcome.text')}
    >
      {isDone ? (
        <Button variant="primary" size="large" isFullWidth onClick={() => void signIn()}>
          {t('welcome.sign_in')}
        </Button>
      ) : (
        <form noValidate onSubmit={event => void submit(event)}>
          <Stack gap={4}>
            <Field
              label={t('welcome.username')}
              help={t('welcome.username_help')}
              error={errors.username?.message}
            >
              <TextInput size="large" autoComplete="username" autoFocus {...form.register('username')} />
            </Field>
            <Field
              label={t('welcome.password')}
              help={t('welcome.password_help', { min: bootstrap.minimumPasswordLength })}
              error={errors.password?.message}
            >
              <PasswordInput size="large" autoComplete="new-password" {...form.register('password')} />
            </Field>
            {bootstrap.needsSetupCode && (
              <Field
                label={t('welcome.setup_code')}
                help={t('welcome.setup_code_help')}
                error={errors.setupCode?.message}
              >
                <TextInput size="large" autoComplete="off" {...form.register('setupCode')} />
              </Field>
            )}
            {failure && <Callout tone="danger">{failure}</Callout>}
            <Button type="submit" variant="primary" size="large" isFullWidth isLoading={isSubmitting}>
              {t('welcome.create')}
            </Button>
          </Stack>
        </form>
      )}
    </CenteredPage>
  );
};
