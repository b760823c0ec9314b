import type { SignInIdentifier } from '@gatehouse/contract/sign-in-experience.ts';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { applicationName, data, t } from '../data.ts';
import { registerWithPassword, sendCode } from '../flow.ts';
import { Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { IdentifierField, useIdentifier } from '../identifier-field.tsx';
import { narrowByRequest } from '../identifiers.ts';
import { OnlyOtherWays, OtherWays } from '../other-ways.tsx';
import { PasswordField, usePassword } from '../password-field.tsx';
import { Terms, TermsBox, useTerms } from '../terms.tsx';

export const Register = () => {
  const ways = data.firstSteps?.Register?.identifiers ?? [];
  return (
    <Frame
      title={t('register.title')}
      description={
        <>
          {applicationName && <div>{t('register.subtitle', { application: applicationName })}</div>}
          {data.firstSteps?.SignIn && (
            <>
              {t('register.have_account')} <TextLink href="/sign-in">{t('register.sign_in')}</TextLink>
            </>
          )}
        </>
      }
      footer={<Terms event="Register" />}
    >
      {ways.length > 0 ? (
        <RegisterForm kinds={kindsToBeginWith(ways.map(({ identifier }) => identifier))} />
      ) : (
        <OnlyOtherWays event="Register" closed={t('register.closed')} />
      )}
    </Frame>
  );
};

/** A username comes with its password and is begun with alone; what else is wanted is asked for afterwards. */
const kindsToBeginWith = (kinds: SignInIdentifier[]): SignInIdentifier[] => {
  const [first, ...others] = narrowByRequest(kinds);
  if (first === 'username' || first === undefined) return ['username'];
  return [first, ...others.filter(kind => kind !== 'username')];
};

const RegisterForm = ({ kinds }: { kinds: SignInIdentifier[] }) => {
  const hasPassword = kinds[0] === 'username';
  const identifier = useIdentifier(kinds);
  const password = usePassword();
  const terms = useTerms('Register');
  const action = useAction();

  const submit = async () => {
    const who = identifier.read();
    const secret = hasPassword && who ? password.read() : '';
    if (!who || secret === undefined || !terms.check()) return;
    const isDone = await action.run(async () => {
      if (who.type === 'username') return registerWithPassword(who.value, secret);
      await sendCode(who, 'Register');
    });
    if (!isDone) password.focus();
  };

  return (
    <Form
      action={action}
      submitLabel={t(hasPassword ? 'register.submit' : 'sign_in.submit')}
      onSubmit={() => void submit()}
      below={<OtherWays action={action} mayGoOn={terms.check} isNew />}
    >
      <IdentifierField
        state={identifier}
        isNew
        autoFocus={!identifier.typed.text}
        help={hasPassword ? t('register.username_help') : undefined}
      />
      {hasPassword && <PasswordField state={password} isNew autoFocus={!!identifier.typed.text} />}
      <TermsBox state={terms} />
    </Form>
  );
};
