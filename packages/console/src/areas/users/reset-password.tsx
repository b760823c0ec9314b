import { userPasswords } from '@gatehouse/contract/user-passwords.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { SecretDialog } from '../../templates/secret-dialog.tsx';
import { chosenPassword, firstChoice, PasswordChoice, passwordChoice } from './password-choice.tsx';

const resetFields = z.object({ password: passwordChoice });

export const ResetPassword = ({ userId, onClose }: { userId: string; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const update = useWrite(userPasswords.updatePassword);
  return (
    <SecretDialog
      title={t('users.password.reset')}
      description={t('users.password.reset_text')}
      submitLabel={t('users.password.reset')}
      schema={resetFields}
      defaultValues={{ password: firstChoice }}
      onClose={onClose}
      submit={async ({ password: choice }) => {
        const password = chosenPassword(choice) ?? '';
        await update.mutateAsync({ params: { userId }, body: { password } });
        if (choice.kind === 'generated') return password;
        toast.success(t('users.password.changed'));
        return undefined;
      }}
      shown={{
        title: t('users.password.changed'),
        text: t('users.password.once'),
        label: t('users.password.password'),
      }}
    >
      {form => (
        <PasswordChoice
          form={form}
          name="password"
          label={t('users.password.new')}
          kinds={['generated', 'typed']}
        />
      )}
    </SecretDialog>
  );
};
