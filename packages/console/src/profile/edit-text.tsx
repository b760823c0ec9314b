import { me } from '@gatehouse/contract/me.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useT } from '../phrases.tsx';
import { type Account, reloadAccount, useUpdateAccount } from '../session/account.ts';
import { FormDialog } from '../templates/form-dialog.tsx';
import { FormField } from '../templates/form-field.tsx';

const { name, username } = me.update.body.shape;
/** A name can be taken back by leaving it empty; a username cannot. */
const schemas = {
  name: z.object({ value: name.unwrap().unwrap() }),
  username: z.object({ value: z.string().min(1, { error: 'validation.required' }).pipe(username.unwrap()) }),
};

/** The dialog for one fact that is a line of text. */
export const EditText = ({
  field,
  account,
  onClose,
}: {
  field: 'name' | 'username';
  account: Account;
  onClose: () => void;
}) => {
  const t = useT();
  const toast = useToast();
  const { mutateAsync: updateAccount } = useUpdateAccount();
  const words = { field: t(`profile.fields.${field}`) };
  return (
    <FormDialog
      title={
        field === 'name' && !account.name ? t('profile.set_field', words) : t('profile.change_field', words)
      }
      submitLabel={t('general.save')}
      staysOnPage
      schema={schemas[field]}
      defaultValues={{ value: account[field] ?? '' }}
      onClose={onClose}
      submit={async ({ value }) => {
        await updateAccount(field === 'name' ? { name: value || null } : { username: value });
        toast.success(t('profile.updated'));
        onClose();
        await reloadAccount();
      }}
    >
      {form => (
        <FormField
          form={form}
          name="value"
          label={t(`profile.${field}`)}
          help={field === 'username' ? t('profile.username_help') : undefined}
          autoComplete={field}
        />
      )}
    </FormDialog>
  );
};
