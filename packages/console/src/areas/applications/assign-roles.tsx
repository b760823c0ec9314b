import { applications } from '@gatehouse/contract/applications.ts';
import { useWrite } from '../../api.ts';
import { RolePicker } from '../../pickers/role-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';

type AssignRolesProps = { id: string; name: string; onClose: () => void };

/** Gives a service more roles. */
export const AssignRoles = ({ id, name, onClose }: AssignRolesProps) => {
  const assign = useWrite(applications.assignRoles);
  return (
    <AssignDialog
      words="applications.roles"
      name={name}
      picker={field => <RolePicker {...field} type="MachineToMachine" excludeApplicationId={id} />}
      assign={roleIds => assign.mutateAsync({ params: { applicationId: id }, body: { roleIds } })}
      onClose={onClose}
    />
  );
};
