import { users } from '@gatehouse/contract/users.ts';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { generatePassword } from './generate-password.ts';
import { ShownOnce } from './shown-once.tsx';

const passwordKinds = ['generated', 'typed'] as const;
const passwordFields = z.object({ passwordKind: z.enum(passwordKinds), password: z.string().max(256) });

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
      schema={passwordFields}
      defaultValues={{ passwordKind: 'generated', password: '' }}
      onClose={onClose}
      submit={async ({ passwordKind, password }, form) => {
        if (passwordKind === 'typed' && !password) {
          form.setError('password', { message: t('users.password.needed') });
          return;
        }
        const chosen = passwordKind === 'typed' ? password : generatePassword();
        await update.mutateAsync({ params: { userId }, body: { password: chosen } });
        if (passwordKind === 'generated') return setGenerated(chosen);
        toast.success(t('users.password.changed'));
        onClose();
      }}
    >
      {form => (
        <>
          <FormField form={form} name="passwordKind" label={t('users.password.new')}>
            {field => (
              <Select
                {...field}
                options={passwordKinds.map(kind => ({
                  value: kind,
                  label: t(`users.password.kinds.${kind}`),
                }))}
              />
            )}
          </FormField>
          {form.watch('passwordKind') === 'typed' && (
            <FormField form={form} name="password" label={t('users.password.password')}>
              {field => <PasswordInput {...field} autoComplete="new-password" />}
            </FormField>
          )}
        </>
      )}
    </FormDialog>
  );
};
