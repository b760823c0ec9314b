import { me } from '@gatehouse/contract/me.ts';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { FormDialog } from '../templates/form-dialog.tsx';
import { FormField } from '../templates/form-field.tsx';
import { useShowRefusal } from './refusal.ts';
import { useStep } from './step.ts';

/** The address that is wanted; a code to it proves it. */
export const LinkEmail = () => {
  const t = useT();
  const { step, goToStep, close } = useStep();
  const showRefusal = useShowRefusal();
  const sendCode = useWrite(me.sendCode, { door: 'me', hideErrors: true });
  if (!step) return null;
  return (
    <FormDialog
      title={t(step.email ? 'profile.link_email.change' : 'profile.link_email.link')}
      description={t('profile.link_email.text')}
      submitLabel={t('profile.continue')}
      schema={me.sendCode.body}
      defaultValues={{ email: '' }}
      onClose={close}
      submit={async (body, form) => {
        if (body.email === step.email) {
          form.setError('email', { message: t('profile.link_email.same') });
          return;
        }
        try {
          await sendCode.mutateAsync({ body });
          goToStep('verification-code', { email: body.email, isNewEmail: true, action: 'changeEmail' });
        } catch (error) {
          showRefusal(error, message => form.setError('email', { message }));
        }
      }}
    >
      {form => (
        <FormField
          form={form}
          name="email"
          label={t('profile.email')}
          inputMode="email"
          autoComplete="email"
        />
      )}
    </FormDialog>
  );
};
