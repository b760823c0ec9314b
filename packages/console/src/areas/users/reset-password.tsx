import { users } from '@gatehouse/contract/users.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { chosenPassword, firstChoice, PasswordChoice, passwordChoice } from './password-choice.tsx';
import { ShownOnce } from './shown-once.tsx';

const resetFields = z.object({ password: passwordChoice });

export const ResetPassword = ({ userId, onClose }: { userId: string; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const update = useWrite(users.updatePassword);
  const [generated, setGenerated] = useState<string>();
  if (generated) {
    return (
      <ShownOnce
        title={t('users.password.changed')}
        text={t('users.password.once')}
        label={t('users.password.password')}
        secret={generated}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('users.password.reset')}
      description={t('users.password.reset_text')}
      submitLabel={t('users.password.reset')}
      schema={resetFields}
      defaultValues={{ password: firstChoice }}
      onClose={onClose}
      submit={async ({ password }) => {
        const chosen = chosenPassword(password);
        if (!chosen) return;
        await update.mutateAsync({ params: { userId }, body: { password: chosen } });
        if (password.kind === 'generated') return setGenerated(chosen);
        toast.success(t('users.password.changed'));
        onClose();
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
    </FormDialog>
  );
};
