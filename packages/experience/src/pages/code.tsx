import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { type ReactNode, useEffect } from 'react';
import { CodeForm } from '../code-form.tsx';
import { t } from '../data.ts';
import { type CodePurpose, sendCode, verifyCode } from '../flow.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { go } from '../location.ts';
import { getProgress } from '../progress.ts';
import { SentTo } from '../sent-to.tsx';
import { proofsOf } from './sign-in.tsx';

/** The page where the email address or phone number was entered. */
const placeOf = (purpose: CodePurpose, kind: string) =>
  ({
    SignIn: '/sign-in',
    Register: '/register',
    ForgotPassword: '/reset-password',
    profile: `/continue/${kind}`,
    mfa: `/mfa-binding/${kind}`,
  })[purpose];

/** The code that was sent to an address or a number, whatever for. */
export const Code = ({ purpose }: { purpose: CodePurpose }) => {
  const { code } = getProgress();
  const back = placeOf(purpose, code?.identifier.type ?? 'email');
  const isLost = !code;
  useEffect(() => {
    if (isLost) go(back, { replaces: true });
  }, [isLost, back]);
  if (isLost) return null;
  const { identifier } = code;
  const canUsePassword = purpose === 'SignIn' && proofsOf(identifier.type).includes('Password');

  return (
    <Frame
      title={t(`code.title_${identifier.type}`)}
      description={
        <>
          <SentTo identifier={identifier} /> <TextLink href={back}>{t('subject.change')}</TextLink>
        </>
      }
      footer={<p>{t(`code.not_there_${identifier.type}`)}</p>}
    >
      {code.isVerified ? (
        <Confirmed purpose={purpose} />
      ) : (
        <CodeForm
          sentAt={code.sentAt}
          verify={digits => verifyCode(digits, purpose)}
          resend={() => sendCode(identifier, purpose)}
          below={canUsePassword && <TextLink href="/sign-in/password">{t('sign_in.use_password')}</TextLink>}
        />
      )}
    </Frame>
  );
};

/** Returning to a code that was already verified continues from there. */
const Confirmed = ({ purpose }: { purpose: CodePurpose }): ReactNode => {
  const action = useAction();
  return (
    <Stack gap={4}>
      <Failure action={action} />
      <p>{t('code.confirmed')}</p>
      <Button
        variant="primary"
        size="large"
        isFullWidth
        isLoading={action.isBusy}
        onClick={() => void action.run(() => verifyCode('', purpose))}
      >
        {t('sign_in.submit')}
      </Button>
    </Stack>
  );
};
