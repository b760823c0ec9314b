import { me } from '@gatehouse/contract/me.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useMutation } from '@tanstack/react-query';
import { send, useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { signInAgain } from '../session/client.ts';
import { useProceed } from './proceed.ts';
import { type Step, useGoToStep } from './step.ts';

/** Begins a change of the user's credentials with the proof that the server wants to see first, if any. */
export const useBeginChange = () => {
  const t = useT();
  const confirm = useConfirm();
  const goToStep = useGoToStep();
  const proceed = useProceed();
  const readProof = useMutation({ mutationFn: () => send(me.readProof, {}, 'me') });
  const sendCode = useWrite(me.sendCode, { door: 'me' });

  const begin = async (step: Step) => {
    const { missing } = await readProof.mutateAsync();
    if (!missing) return proceed(step);
    if (missing === 'Password') return goToStep('verify-password', step);
    if (missing === 'EmailVerificationCode' && step.email) {
      await sendCode.mutateAsync({ body: { email: step.email } });
      return goToStep('verification-code', step);
    }
    const [isConfirmed] = await confirm({
      title: t('profile.sign_in_again.title'),
      body: t('profile.sign_in_again.text'),
      confirmLabel: t('profile.sign_in_again.action'),
    });
    if (isConfirmed) await signInAgain();
  };
  return (step: Step) => {
    if (!readProof.isPending && !sendCode.isPending) void begin(step).catch(() => undefined);
  };
};
