import { me } from '@gatehouse/contract/me.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useT } from '../phrases.tsx';
import { type Account, reloadAccount, useUpdateAccount } from '../session/account.ts';
import { FormDialog } from '../templates/form-dialog.tsx';
import { FormField } from '../templates/form-field.tsx';
import { AvatarUpload } from './avatar-upload.tsx';

const avatarFields = z.object({ avatar: me.update.body.shape.avatar.unwrap().unwrap() });

/** Offered where files can be kept. */
export const EditAvatar = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const { mutateAsync: updateAccount } = useUpdateAccount();
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
        <FormField form={form} name="avatar" label={t('profile.avatar')}>
          {field => <AvatarUpload account={account} {...field} />}
        </FormField>
      )}
    </FormDialog>
  );
};
