import type { SignInIdentifier } from '@gatehouse/contract/sign-in-experience.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { useEffect, useState } from 'react';
import { data, t } from '../data.ts';
import { changeEvent, fillIn, sendCode } from '../flow.ts';
import { Failure, Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { IdentifierField, useIdentifier } from '../identifier-field.tsx';
import { showIdentifier } from '../identifiers.ts';
import { go } from '../location.ts';
import { PasswordField, usePassword } from '../password-field.tsx';
import { PasswordOwner } from '../password-owner.tsx';
import { getProgress } from '../progress.ts';
import { AccountDeletion } from './account-deletion.tsx';
import { Code } from './code.tsx';
import { LinkAccount } from './link-account.tsx';
import { Message } from './message.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Unmet } from './unmet.tsx';

const kinds: Readonly<Record<string, SignInIdentifier[]>> = {
  email: ['email'],
  phone: ['phone'],
  'email-or-phone': ['email', 'phone'],
};

/** The data that the server wants before it continues, a page each. */
export const Continue = ({ part }: { part: string }) => {
  // Users who have just decided stay on this page.
  const [isLost] = useState(() => getProgress().event === undefined);
  useEffect(() => {
    if (isLost) go('/sign-in', { replaces: true });
  }, [isLost]);
  if (isLost) return null;
  if (part === 'username') return <MissingUsername />;
  if (part === 'password') return <MissingPassword />;
  if (part === 'profile') return <ProfileForm />;
  if (part === 'passkey') return <PasskeyOffer />;
  if (part === 'unmet') return <Unmet />;
  if (part === 'deletion') return <AccountDeletion />;
  if (part === 'link-account') return <LinkAccount />;
  if (part === 'code') return <Code purpose="profile" />;
  if (part === 'no-account' || part === 'account-exists') return <OtherEvent kind={part} />;
  const wanted = kinds[part];
  return wanted ? <MissingAddress key={part} kinds={wanted} /> : <Message kind="not_found" />;
};

const isRegistering = () => getProgress().event === 'Register';

const MissingUsername = () => {
  const identifier = useIdentifier(['username']);
  const action = useAction();
  const submit = async () => {
    const who = identifier.read();
    if (who?.type === 'username') await action.run(() => fillIn(who));
  };
  return (
    <Frame
      title={t('continue.username')}
      description={t(isRegistering() ? 'continue.new' : 'continue.known')}
    >
      <Form action={action} submitLabel={t('sign_in.submit')} onSubmit={() => void submit()}>
        <IdentifierField state={identifier} isNew autoFocus help={t('register.username_help')} />
      </Form>
    </Frame>
  );
};

const MissingPassword = () => {
  const password = usePassword();
  const action = useAction();
  const owner = getProgress().code?.identifier;
  const submit = async () => {
    const value = password.read();
    if (value && !(await action.run(() => fillIn({ type: 'password', value })))) password.focus();
  };
  return (
    <Frame title={t('continue.password')} description={t('continue.password_help')}>
      <Form action={action} submitLabel={t('sign_in.submit')} onSubmit={() => void submit()}>
        {owner && <PasswordOwner name={showIdentifier(owner)} />}
        <PasswordField state={password} isNew autoFocus />
      </Form>
    </Frame>
  );
};

const MissingAddress = ({ kinds: allowed }: { kinds: SignInIdentifier[] }) => {
  const identifier = useIdentifier(allowed);
  const action = useAction();
  const submit = async () => {
    const who = identifier.read();
    if (!who || who.type === 'username') return;
    await action.run(() => sendCode(who, 'profile'));
  };
  const [first = 'email', second] = allowed;
  return (
    <Frame
      title={t(second ? 'continue.email_or_phone' : `continue.${first === 'phone' ? 'phone' : 'email'}`)}
      description={t(isRegistering() ? 'continue.new' : 'continue.known')}
    >
      <Form action={action} submitLabel={t('sign_in.submit')} onSubmit={() => void submit()}>
        <IdentifierField state={identifier} isNew autoFocus help={t('continue.code_follows')} />
      </Form>
    </Frame>
  );
};

/** The verified address has no account yet, or already has one: offer the other event. */
const OtherEvent = ({ kind }: { kind: 'no-account' | 'account-exists' }) => {
  const action = useAction();
  const { pending } = getProgress();
  const isNew = kind === 'no-account';
  const key = isNew ? 'no_account' : 'account_exists';
  const isPossible = data.firstSteps?.[isNew ? 'Register' : 'SignIn'] !== undefined;
  const identifier = String(pending?.data?.identifier ?? '');
  return (
    <Frame
      title={t(`${key}.title`)}
      description={t(isPossible ? `${key}.text` : `${key}.closed`, { identifier })}
    >
      <Stack gap={4}>
        <Failure action={action} />
        {isPossible && (
          <Button
            variant="primary"
            size="large"
            isFullWidth
            isLoading={action.isBusy}
            onClick={() => void action.run(() => changeEvent(isNew ? 'Register' : 'SignIn'))}
          >
            {t(`${key}.action`)}
          </Button>
        )}
        <TextLink href={isNew ? '/sign-in' : '/register'}>{t('subject.use_another')}</TextLink>
      </Stack>
    </Frame>
  );
};
