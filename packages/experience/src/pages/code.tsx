import type { InteractionEvent } from '@gatehouse/contract/experience.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { type ReactNode, useEffect } from 'react';
import { CodeForm } from '../code-form.tsx';
import { t } from '../data.ts';
import { sendCode, verifyCode } from '../flow.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { go } from '../location.ts';
import { getProgress } from '../progress.ts';
import { proofsOf } from './sign-in.tsx';
import { Subject } from './subject.tsx';

const places = {
  SignIn: '/sign-in',
  Register: '/register',
  ForgotPassword: '/reset-password',
} as const;

/** The code that was sent to an address or a number, whatever for. */
export const Code = ({ purpose }: { purpose: InteractionEvent | 'profile' }) => {
  const { code } = getProgress();
  const back = purpose === 'profile' ? `/continue/${code?.identifier.type ?? 'email'}` : places[purpose];
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
          <div>{t('code.sent')}</div>
          <Subject identifier={identifier} back={back} />
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

/** Whoever comes back to a code that was right goes on from there. */
const Confirmed = ({ purpose }: { purpose: InteractionEvent | 'profile' }): ReactNode => {
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
