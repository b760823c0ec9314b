import { Field } from '@gatehouse/ui/field.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useState } from 'react';
import { t } from '../data.ts';
import { useAccount } from './account-context.tsx';
import { ask } from './api.ts';
import { say } from './client.ts';
import { EditDialog } from './edit-dialog.tsx';

const longest = 128;

export const NameDialog = ({ field, onClose }: { field: 'name' | 'username'; onClose: () => void }) => {
  const { user, reload } = useAccount();
  const [value, setValue] = useState(user[field] ?? '');
  const [error, setError] = useState<string>();
  const save = async () => {
    const text = value.trim();
    if (field === 'username' && !/^[A-Za-z_]\w*$/.test(text)) {
      setError(t(text ? 'errors.invalid_username' : 'errors.required_username'));
      return false;
    }
    await ask('patch', '/my-account', { body: { [field]: text || null } });
    await reload();
  };
  return (
    <EditDialog title={say(`${field}.change`)} done={say(`${field}.changed`)} save={save} onClose={onClose}>
      <Field
        label={say(`${field}.label`)}
        help={field === 'username' && t('register.username_help')}
        error={error}
      >
        <TextInput
          value={value}
          maxLength={longest}
          autoComplete={field === 'username' ? 'username' : 'name'}
          autoCapitalize={field === 'username' ? 'none' : undefined}
          spellCheck={false}
          onChange={({ currentTarget }) => {
            setValue(currentTarget.value);
            setError(undefined);
          }}
        />
      </Field>
    </EditDialog>
  );
};
