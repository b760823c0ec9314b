import { applications } from '@gatehouse/contract/applications.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { RolePicker, rolePick } from '../../pickers/role-picker.tsx';
import { CreateDialog } from '../../templates/create-dialog.tsx';

export const AssignRoles = (props: {
  applicationId: string;
  applicationName: string;
  onClose: () => void;
}) => {
  const { applicationId, applicationName, onClose } = props;
  const t = useT();
  const toast = useToast();
  const assign = useWrite(applications.assignRoles);
  return (
    <CreateDialog
      title={t('applications.roles.assign_title', { name: applicationName })}
      description={t('applications.roles.assign_text')}
      submitLabel={t('applications.roles.assign')}
      schema={z.object({ roles: z.array(rolePick).min(1) })}
      defaultValues={{ roles: [] }}
      onClose={onClose}
      submit={async ({ roles }) => {
        const roleIds = roles.map(({ value }) => value);
        await assign.mutateAsync({ params: { applicationId }, body: { roleIds } });
        toast.success(t('applications.roles.assigned', { count: roleIds.length }));
        onClose();
      }}
    >
      {(form, errorOf) => (
        <Field label={t('areas.roles')} error={errorOf('roles')}>
          <Controller
            control={form.control}
            name="roles"
            render={({ field }) => (
              <RolePicker {...field} type="MachineToMachine" excludeApplicationId={applicationId} />
            )}
          />
        </Field>
      )}
    </CreateDialog>
  );
};
