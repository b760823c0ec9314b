import { Button } from '@gatehouse/ui/button.tsx';
import { useEffect } from 'react';
import { data, t } from '../data.ts';
import { signInDraft } from '../draft.ts';
import { sendCode, signInWithPassword } from '../flow.ts';
import { Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { readIdentifier, showIdentifier } from '../identifiers.ts';
import { go } from '../location.ts';
import { PasswordField, usePassword } from '../password-field.tsx';
import { PasswordOwner } from '../password-owner.tsx';
import { ForgotLink, proofsOf } from './sign-in.tsx';
import { Subject } from './subject.tsx';

/** The password of the user who was identified on the previous page. */
export const Password = () => {
  const kinds = data.firstSteps?.SignIn?.identifiers.map(({ identifier }) => identifier) ?? [];
  const who = readIdentifier(signInDraft.read(), kinds);
  const isNobody = 'error' in who;
  const password = usePassword();
  const action = useAction();
  useEffect(() => {
    if (isNobody) go('/sign-in', { replaces: true });
  }, [isNobody]);
  if (isNobody) return null;

  const submit = async () => {
    const secret = password.read();
    if (secret && !(await action.run(() => signInWithPassword(who, secret)))) password.focus();
  };
  const switchToCode = async () => {
    if (who.type === 'username') return;
    await sendCode(who, 'SignIn');
  };

  return (
    <Frame title={t('password.title')} description={<Subject identifier={who} back="/sign-in" />}>
      <Form
        action={action}
        submitLabel={t('sign_in.submit')}
        onSubmit={() => void submit()}
        below={
          proofsOf(who.type).some(proof => proof !== 'Password') && (
            <Button
              variant="quiet"
              isFullWidth
              disabled={action.isBusy}
              onClick={() => void action.run(switchToCode)}
            >
              {t('sign_in.use_code')}
            </Button>
          )
        }
      >
        <PasswordOwner name={showIdentifier(who)} />
        <PasswordField state={password} autoFocus aside={<ForgotLink />} />
      </Form>
    </Frame>
  );
};
