import type { Application } from '@gatehouse/contract/applications.ts';
import { type Organization, organizations } from '@gatehouse/contract/organizations.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Cpu, UserCog } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { ApplicationPicker } from '../../pickers/application-picker.tsx';
import { codeColumn, nameColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { AddDialog } from './add-dialog.tsx';
import { EditRoles, HeldRoles } from './held-roles.tsx';

type Member = Application & { organizationRoles: { id: string; name: string }[] };

/** Machine-to-machine applications that are members of the organization. */
export const OrganizationApplications = () => {
  const t = useT();
  const { id, name } = useEntity<Organization>();
  const [edited, setEdited] = useState<Member>();
  const add = useWrite(organizations.addApplications);
  const assign = useWrite(organizations.assignRolesToApplications);
  const replace = useWrite(organizations.replaceApplicationRoles);
  const removal = useDelete({
    row: organizations.removeApplication,
    words: 'organizations.applications',
    verb: 'remove',
    params: (application: { id: string; name: string }) => ({ id, applicationId: application.id }),
  });
  return (
    <>
      <EntityList
        row={organizations.listApplications}
        params={{ id }}
        words="organizations.applications"
        icon={Cpu}
        illustration={<Illustration of="applications" />}
        isTab
        isSearchable
        searchName="q"
        create={{
          label: t('organizations.applications.add'),
          dialog: onClose => (
            <AddDialog
              words="organizations.applications"
              name={name}
              roleType="MachineToMachine"
              picker={field => <ApplicationPicker {...field} excludeOrganizationId={id} />}
              add={async (applicationIds, organizationRoleIds) => {
                await add.mutateAsync({ params: { id }, body: { applicationIds } });
                if (organizationRoleIds.length === 0) return;
                await assign.mutateAsync({ params: { id }, body: { applicationIds, organizationRoleIds } });
              }}
              onClose={onClose}
            />
          ),
        }}
        rowHref={application => paths.application(application.id)}
        rowMenu={application => [
          {
            label: t('organizations.roles.edit'),
            icon: <UserCog />,
            onSelect: () => setEdited(application),
          },
        ]}
        deletion={removal}
        bulk={[removal.many]}
        columns={[
          nameColumn(t('organizations.applications.application'), { icon: () => <Cpu /> }),
          {
            id: 'roles',
            header: t('organizations.roles.title'),
            cell: (application: Member) => <HeldRoles roles={application.organizationRoles} />,
          },
          codeColumn(t('organizations.applications.id'), 'id'),
        ]}
      />
      {edited && (
        <EditRoles
          name={edited.name}
          type="MachineToMachine"
          roles={edited.organizationRoles}
          save={organizationRoleIds =>
            replace.mutateAsync({ params: { id, applicationId: edited.id }, body: { organizationRoleIds } })
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
};
