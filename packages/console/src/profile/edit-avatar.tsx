import { me } from '@gatehouse/contract/me.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useRead } from '../api.ts';
import { useT } from '../phrases.tsx';
import { type Account, reloadAccount, useUpdateAccount } from '../session/account.ts';
import { Loading } from '../shell/loading.tsx';
import { FormDialog } from '../templates/form-dialog.tsx';
import { FormField } from '../templates/form-field.tsx';
import { AvatarUpload } from './avatar-upload.tsx';

const avatarFields = z.object({ avatar: me.update.body.shape.avatar.unwrap().unwrap() });

/** The picture is uploaded where files can be kept; elsewhere its address is typed. */
export const EditAvatar = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const { data: storage } = useRead(me.readUploadStatus, {}, { door: 'me' });
  const { mutateAsync: updateAccount } = useUpdateAccount();
  if (!storage) return <Loading />;
  return (
    <FormDialog
      title={t('profile.change_field', { field: t('profile.fields.avatar') })}
      submitLabel={t('general.save')}
      staysOnPage
      schema={avatarFields}
      defaultValues={{ avatar: account.avatar ?? '' }}
      onClose={onClose}
      submit={async body => {
        await updateAccount(body);
        toast.success(t('profile.updated'));
        onClose();
        await reloadAccount();
      }}
    >
      {form => (
        <FormField
          form={form}
          name="avatar"
          label={t(storage.status === 'ready' ? 'profile.avatar' : 'profile.avatar_address')}
          help={storage.status === 'ready' ? undefined : t('profile.avatar_help')}
        >
          {storage.status === 'ready' ? field => <AvatarUpload account={account} {...field} /> : undefined}
        </FormField>
      )}
    </FormDialog>
  );
};
