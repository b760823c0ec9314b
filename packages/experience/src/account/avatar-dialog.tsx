import { Field } from '@gatehouse/ui/field.tsx';
import { useState } from 'react';
import { AvatarInput } from '../avatar-input.tsx';
import { useAccount } from './account-context.tsx';
import { ask, uploadAvatar } from './api.ts';
import { say } from './client.ts';
import { EditDialog } from './edit-dialog.tsx';

export const AvatarDialog = ({ onClose }: { onClose: () => void }) => {
  const { user, reload } = useAccount();
  const [avatar, setAvatar] = useState(user.avatar ?? '');
  const save = async () => {
    await ask('patch', '/my-account', { body: { avatar: avatar || null } });
    await reload();
    return true;
  };
  return (
    <EditDialog title={say('avatar.change')} done={say('avatar.changed')} save={save} onClose={onClose}>
      <Field label={say('avatar.label')}>
        <AvatarInput
          name={user.name ?? user.username}
          value={avatar}
          onChange={setAvatar}
          upload={uploadAvatar}
        />
      </Field>
    </EditDialog>
  );
};
