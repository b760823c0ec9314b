import { me } from '@gatehouse/contract/me.ts';
import { verificationCode } from '@gatehouse/contract/passcodes.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { reloadAccount, useUpdateAccount } from '../session/account.ts';
import { FormDialog } from '../templates/form-dialog.tsx';
import { FormField } from '../templates/form-field.tsx';
import { useProceed } from './proceed.ts';
import { useShowRefusal } from './refusal.ts';
import { useStep } from './step.ts';

const codeFields = z.object({ verificationCode });
const resendSeconds = 60;

/** The code that was sent. It proves a wanted address, or that the person is still there. */
export const VerificationCode = () => {
  const t = useT();
  const toast = useToast();
  const { step, goToStep, close } = useStep();
  const showRefusal = useShowRefusal();
  const proceed = useProceed();
  const verify = useWrite(me.verifyCode, { door: 'me', hideErrors: true });
  const { mutateAsync: updateAccount } = useUpdateAccount();
  if (!step?.email) return null;
  const { email, action, isNewEmail } = step;
  return (
    <FormDialog
      title={t('profile.verification_code.title')}
      description={t(isNewEmail ? 'profile.verification_code.text' : 'profile.verification_code.identity', {
        email,
      })}
      submitLabel={t('profile.continue')}
      schema={codeFields}
      defaultValues={{ verificationCode: '' }}
      onClose={close}
      submit={async (body, form) => {
        try {
          await verify.mutateAsync({ body: { email, ...body } });
        } catch (error) {
          showRefusal(error, message => form.setError('verificationCode', { message }));
          return;
        }
        if (!isNewEmail) return proceed(step);
        try {
          await updateAccount({ primaryEmail: email });
        } catch (error) {
          // The code is used up: what follows is another address.
          goToStep('link-email', { email: null, action });
          throw error;
        }
        toast.success(t('profile.updated'));
        close();
        await reloadAccount();
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="verificationCode"
            label={t('profile.verification_code.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            isMono
          />
          <Resend email={email} />
        </>
      )}
    </FormDialog>
  );
};

/** Another code, a minute after the last one. */
const Resend = ({ email }: { email: string }) => {
  const t = useT();
  const toast = useToast();
  const [seconds, setSeconds] = useState(resendSeconds);
  const sendCode = useWrite(me.sendCode, { door: 'me' });
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  const resend = async () => {
    await sendCode.mutateAsync({ body: { email } });
    toast.success(t('profile.verification_code.sent', { email }));
    setSeconds(resendSeconds);
  };
  return (
    <div>
      <Button
        variant="quiet"
        size="small"
        disabled={seconds > 0}
        isLoading={sendCode.isPending}
        onClick={() => void resend().catch(() => undefined)}
      >
        {seconds > 0
          ? t('profile.verification_code.resend_in', { count: seconds })
          : t('profile.verification_code.resend')}
      </Button>
    </div>
  );
};
