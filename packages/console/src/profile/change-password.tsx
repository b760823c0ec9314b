import { me } from '@gatehouse/contract/me.ts';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { reloadAccount } from '../session/account.ts';
import { FormDialog } from '../templates/form-dialog.tsx';
import { FormField } from '../templates/form-field.tsx';
import { useBeginChange } from './begin-change.ts';
import { useShowRefusal } from './refusal.ts';
import { useStep } from './step.ts';

const { password } = me.updatePassword.body.shape;
const passwordFields = z.object({ password, repeated: z.string() });

/** The new password, twice. */
export const ChangePassword = () => {
  const t = useT();
  const toast = useToast();
  const { step, close } = useStep();
  const begin = useBeginChange();
  const showRefusal = useShowRefusal();
  const update = useWrite(me.updatePassword, { door: 'me', hideErrors: true });
  if (!step) return null;
  return (
    <FormDialog
      title={t('profile.change_password.title')}
      description={t('profile.change_password.text')}
      submitLabel={t('general.save')}
      schema={passwordFields}
      defaultValues={{ password: '', repeated: '' }}
      onClose={close}
      submit={async (values, form) => {
        if (values.password !== values.repeated) {
          form.setError('repeated', { message: t('profile.change_password.differs') });
          return;
        }
        try {
          await update.mutateAsync({ body: { password: values.password } });
        } catch (error) {
          // The proof is good for ten minutes and one change.
          const isLate = error instanceof HttpError && error.code === 'session.verification_failed';
          if (isLate) begin(step);
          showRefusal(error, message =>
            isLate ? toast.error(message) : form.setError('password', { message }),
          );
          return;
        }
        toast.success(t('profile.change_password.done'));
        close();
        await reloadAccount();
      }}
    >
      {form => (
        <>
          <FormField form={form} name="password" label={t('profile.change_password.new')}>
            {field => <PasswordInput autoComplete="new-password" {...field} />}
          </FormField>
          <FormField form={form} name="repeated" label={t('profile.change_password.repeat')}>
            {field => <PasswordInput autoComplete="new-password" {...field} />}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
