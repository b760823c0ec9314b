import { Field } from '@gatehouse/ui/field.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { useRef, useState } from 'react';
import { PasswordField, usePassword } from '../password-field.tsx';
import { PasswordOwner } from '../password-owner.tsx';
import { useAccount } from './account-context.tsx';
import { ask } from './api.ts';
import { say } from './client.ts';
import { EditDialog } from './edit-dialog.tsx';

export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const { user, reload } = useAccount();
  const password = usePassword();
  const repeated = useRef<HTMLInputElement>(null);
  const [isDifferent, setIsDifferent] = useState(false);
  const save = async () => {
    const value = password.read();
    if (!value) return false;
    const isSame = repeated.current?.value === value;
    setIsDifferent(!isSame);
    if (!isSame) {
      repeated.current?.focus();
      return false;
    }
    await ask('post', '/my-account/password', { body: { password: value } });
    await reload();
    return true;
  };
  return (
    <EditDialog
      title={say(user.hasPassword ? 'password.change' : 'password.add')}
      done={say('password.changed')}
      save={save}
      onClose={onClose}
    >
      <PasswordOwner name={user.username ?? user.primaryEmail ?? user.primaryPhone ?? user.id ?? ''} />
      <PasswordField state={password} isNew={user.hasPassword ? 'replaces' : true} autoFocus />
      <Field label={say('password.repeat')} error={isDifferent && say('password.different')}>
        <PasswordInput
          ref={repeated}
          size="large"
          autoComplete="new-password"
          onChange={() => setIsDifferent(false)}
        />
      </Field>
    </EditDialog>
  );
};
