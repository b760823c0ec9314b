import { TextLink } from '@gatehouse/ui/link.tsx';
import { useEffect } from 'react';
import { data, t } from '../data.ts';
import { replacePassword, sendCode } from '../flow.ts';
import { Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { IdentifierField, useIdentifier } from '../identifier-field.tsx';
import { narrowByRequest, showIdentifier } from '../identifiers.ts';
import { go } from '../location.ts';
import { PasswordField, usePassword } from '../password-field.tsx';
import { PasswordOwner } from '../password-owner.tsx';
import { getProgress } from '../progress.ts';
import { Code } from './code.tsx';
import { Message } from './message.tsx';

/** A forgotten password: say who you are, prove it by a code, choose a new one, sign in with it. */
export const ResetPassword = ({ part }: { part: string }) => {
  if (part === '') return <Ask />;
  if (part === 'code') return <Code purpose="ForgotPassword" />;
  if (part === 'new-password') return <NewPassword />;
  return part === 'done' ? <Message kind="password_replaced" /> : <Message kind="not_found" />;
};

const BackToSignIn = () => (
  <p>
    <TextLink href="/sign-in">{t('reset_password.back')}</TextLink>
  </p>
);

const Ask = () => {
  const kinds = data.firstSteps?.ForgotPassword?.identifiers.map(({ identifier }) => identifier) ?? [];
  return (
    <Frame
      title={t('reset_password.title')}
      description={t(kinds.length > 0 ? 'reset_password.text' : 'reset_password.closed')}
      footer={<BackToSignIn />}
    >
      {kinds.length > 0 && <AskForm />}
    </Frame>
  );
};

const AskForm = () => {
  const kinds = data.firstSteps?.ForgotPassword?.identifiers.map(({ identifier }) => identifier) ?? [];
  const identifier = useIdentifier(narrowByRequest(kinds));
  const action = useAction();
  const submit = async () => {
    const who = identifier.read();
    if (!who || who.type === 'username') return;
    await action.run(() => sendCode(who, 'ForgotPassword'));
  };
  return (
    <Form action={action} submitLabel={t('reset_password.submit')} onSubmit={() => void submit()}>
      <IdentifierField state={identifier} autoFocus />
    </Form>
  );
};

const NewPassword = () => {
  const { isIdentified, event, code } = getProgress();
  const isLost = !isIdentified || event !== 'ForgotPassword';
  const password = usePassword();
  const action = useAction();
  useEffect(() => {
    if (isLost) go('/reset-password', { replaces: true });
  }, [isLost]);
  if (isLost) return null;
  const submit = async () => {
    const secret = password.read();
    if (!secret) return;
    const isDone = await action.run(async () => {
      await replacePassword(secret);
      go('/reset-password/done', { replaces: true });
    });
    if (!isDone) password.focus();
  };
  return (
    <Frame title={t('reset_password.new_title')} description={t('reset_password.new_text')}>
      <Form action={action} submitLabel={t('reset_password.new_submit')} onSubmit={() => void submit()}>
        {code && <PasswordOwner name={showIdentifier(code.identifier)} />}
        <PasswordField state={password} isNew="replaces" autoFocus />
      </Form>
    </Frame>
  );
};
