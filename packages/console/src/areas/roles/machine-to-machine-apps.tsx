import type { Role } from '@gatehouse/contract/role.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Cpu } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { ApplicationPicker } from '../../pickers/application-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import { codeColumn, nameColumn, wordsColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

/** Machine-to-machine applications that have the role. */
export const RoleApplications = () => {
  const t = useT();
  const { id, name } = useEntity<Role>();
  const assign = useWrite(roles.assignApplications);
  const removal = useDelete({
    row: roles.removeApplication,
    words: 'roles.applications',
    verb: 'remove',
    params: (application: { id: string; name: string }) => ({ id, applicationId: application.id }),
  });
  return (
    <EntityList
      row={roles.listApplications}
      params={{ id }}
      words="roles.applications"
      icon={Cpu}
      illustration={<Illustration of="applications" />}
      isTab
      isSearchable
      create={{
        label: t('roles.applications.assign'),
        dialog: onClose => (
          <AssignDialog
            words="roles.applications"
            name={name}
            picker={field => <ApplicationPicker {...field} excludeRoleId={id} />}
            assign={applicationIds => assign.mutateAsync({ params: { id }, body: { applicationIds } })}
            onClose={onClose}
          />
        ),
      }}
      rowHref={application => paths.application(application.id)}
      deletion={removal}
      bulk={[removal.many]}
      columns={[
        nameColumn(t('roles.applications.application'), { icon: () => <Cpu /> }),
        wordsColumn(t('general.description'), 'description'),
        codeColumn(t('roles.applications.id'), 'id'),
      ]}
    />
  );
};
