import { me } from '@gatehouse/contract/me.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { FormDialog } from '../templates/form-dialog.tsx';
import { FormField } from '../templates/form-field.tsx';
import { useProceed } from './proceed.ts';
import { useShowRefusal } from './refusal.ts';
import { useStep } from './step.ts';

/** The current password, or a code by email from those who forgot it. */
export const VerifyPassword = () => {
  const t = useT();
  const { step, goToStep, close } = useStep();
  const showRefusal = useShowRefusal();
  const proceed = useProceed();
  const verify = useWrite(me.verifyPassword, { door: 'me', hideErrors: true });
  const sendCode = useWrite(me.sendCode, { door: 'me' });
  if (!step) return null;
  const { email } = step;
  const proveByCode = async (address: string) => {
    await sendCode.mutateAsync({ body: { email: address } });
    goToStep('verification-code', step);
  };
  return (
    <FormDialog
      title={t('profile.verify_password.title')}
      description={t('profile.verify_password.text')}
      submitLabel={t('profile.continue')}
      schema={me.verifyPassword.body}
      defaultValues={{ password: '' }}
      onClose={close}
      submit={async (body, form) => {
        try {
          await verify.mutateAsync({ body });
        } catch (error) {
          showRefusal(error, message => form.setError('password', { message }));
          return;
        }
        await proceed(step);
      }}
    >
      {form => (
        <>
          <FormField form={form} name="password" label={t('profile.verify_password.current')}>
            {field => <PasswordInput autoComplete="current-password" {...field} />}
          </FormField>
          {email && step.action === 'changePassword' && (
            <div>
              <Button
                variant="quiet"
                size="small"
                isLoading={sendCode.isPending}
                onClick={() => void proveByCode(email).catch(() => undefined)}
              >
                {t('profile.verify_password.use_code', { email })}
              </Button>
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
};
