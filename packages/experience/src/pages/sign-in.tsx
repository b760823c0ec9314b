import type { SignInIdentifier } from '@gatehouse/contract/sign-in-experience.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { useEffect } from 'react';
import { applicationName, data, t } from '../data.ts';
import { sendCode, signInWithPassword } from '../flow.ts';
import { Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { IdentifierField, useIdentifier } from '../identifier-field.tsx';
import { narrowByRequest } from '../identifiers.ts';
import { go } from '../location.ts';
import { OnlyOtherWays, OtherWays } from '../other-ways.tsx';
import { PasswordField, usePassword } from '../password-field.tsx';
import { Terms, TermsBox, useTerms } from '../terms.tsx';

/** Verification methods for each identifier at sign-in, the preferred one first. */
const ways = () => data.firstSteps?.SignIn?.identifiers ?? [];
export const proofsOf = (kind: SignInIdentifier) =>
  ways().find(({ identifier }) => identifier === kind)?.proofs ?? [];
export const hasForgotPassword = () => data.firstSteps?.ForgotPassword !== undefined;

export const SignIn = ({ isIdentifierOnly = false }: { isIdentifierOnly?: boolean }) => (
  <Frame
    title={applicationName ? t('sign_in.title', { application: applicationName }) : t('sign_in.title_plain')}
    description={
      data.firstSteps?.Register && (
        <>
          {t('sign_in.new_here')} <TextLink href="/register">{t('sign_in.create_account')}</TextLink>
        </>
      )
    }
    footer={<Terms event="SignIn" />}
  >
    {ways().length > 0 ? (
      <SignInForm isIdentifierOnly={isIdentifierOnly} />
    ) : (
      <OnlyOtherWays event="SignIn" closed={t('sign_in.closed')} />
    )}
  </Frame>
);

/** Asks for the password on the same page if all users have one. Otherwise the identifier decides what comes next. */
const SignInForm = ({ isIdentifierOnly }: { isIdentifierOnly: boolean }) => {
  const kinds = narrowByRequest(ways().map(({ identifier }) => identifier));
  const hasPassword = !isIdentifierOnly && kinds.every(kind => proofsOf(kind)[0] === 'Password');
  const identifier = useIdentifier(kinds);
  const password = usePassword();
  const { passkeySignIn } = data.signInExperience;
  const terms = useTerms('SignIn');
  const action = useAction();
  const offersCode = hasPassword && proofsOf(identifier.kind).some(proof => proof !== 'Password');

  useEffect(() => {
    if (!passkeySignIn.enabled || !passkeySignIn.allowAutofill) return;
    // Ignoring the offer has no effect.
    const offering = import('../passkey-sign-in.ts').then(({ offerPasskeys, stopOffering }) => {
      void offerPasskeys().catch(() => undefined);
      return stopOffering;
    });
    return () => void offering.then(stop => stop());
  }, [passkeySignIn]);

  const submit = async (prefersCode: boolean) => {
    const who = identifier.read();
    if (!who) return;
    const wantsPassword = !prefersCode && proofsOf(who.type)[0] === 'Password';
    const secret = hasPassword && wantsPassword ? password.read() : '';
    if (secret === undefined || !terms.check()) return;
    const isDone = await action.run(async () => {
      if (secret) return signInWithPassword(who, secret);
      if (wantsPassword || who.type === 'username') return go('/sign-in/password');
      await sendCode(who, 'SignIn');
    });
    if (!isDone) password.focus();
  };

  return (
    <Form
      action={action}
      submitLabel={t('sign_in.submit')}
      onSubmit={() => submit(false)}
      below={
        <>
          {offersCode && (
            <Button variant="quiet" isFullWidth disabled={action.isBusy} onClick={() => void submit(true)}>
              {t('sign_in.use_code')}
            </Button>
          )}
          <OtherWays action={action} mayGoOn={terms.check} />
        </>
      }
    >
      <IdentifierField
        state={identifier}
        autoFocus={!identifier.typed.text}
        offersPasskeys={passkeySignIn.enabled && passkeySignIn.allowAutofill}
        needsNoMessage={kinds.includes('phone') && proofsOf('phone').includes('Password')}
      />
      {hasPassword && (
        <PasswordField state={password} autoFocus={!!identifier.typed.text} aside={<ForgotLink />} />
      )}
      <TermsBox state={terms} />
    </Form>
  );
};

export const ForgotLink = () =>
  hasForgotPassword() ? <TextLink href="/reset-password">{t('sign_in.forgot_password')}</TextLink> : null;
