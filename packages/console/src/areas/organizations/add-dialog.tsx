import type { RoleType } from '@gatehouse/contract/role.ts';
import type { ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useT, useWords, type Words } from '../../phrases.tsx';
import { OrganizationRolePicker } from '../../pickers/organization-role-picker.tsx';
import { picks } from '../../templates/assign-dialog.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const addFields = z.object({ added: picks.min(1), roles: picks });

type AddDialogProps = {
  words: Words<'add' | 'add_title' | 'picked' | 'added'>;
  name: string;
  roleType: RoleType;
  picker: (field: { value: ComboboxOption[]; onChange: (value: ComboboxOption[]) => void }) => ReactNode;
  add: (ids: string[], roleIds: string[]) => Promise<unknown>;
  onClose: () => void;
};

/** Brings people or services into an organization, with what they may do there. */
export const AddDialog = ({ words, name, roleType, picker, add, onClose }: AddDialogProps) => {
  const t = useT();
  const say = useWords(words);
  const toast = useToast();
  const idsOf = (picked: { value: string }[]) => picked.map(({ value }) => value);
  return (
    <FormDialog
      title={say('add_title', { name })}
      submitLabel={say('add')}
      schema={addFields}
      defaultValues={{ added: [], roles: [] }}
      onClose={onClose}
      submit={async ({ added, roles }) => {
        await add(idsOf(added), idsOf(roles));
        toast.success(say('added', { count: added.length }));
        onClose();
      }}
    >
      {form => (
        <>
          <FormField form={form} name="added" label={say('picked')}>
            {picker}
          </FormField>
          <FormField form={form} name="roles" label={t('organizations.roles.title')} isOptional>
            {field => <OrganizationRolePicker {...field} type={roleType} />}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
