import { applicationAccess } from '@gatehouse/contract/application-access.ts';
import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { organizations } from '@gatehouse/contract/organizations.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { UsersRound } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { OrganizationPicker } from '../../pickers/organization-picker.tsx';
import { AssignDialog } from '../../templates/assign-dialog.tsx';
import { nameColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

/** The organizations this service is a member of, with its roles. */
export const MachineOrganizations = () => {
  const t = useT();
  const { id: applicationId, name } = useEntity<ApplicationDetail>();
  const add = useWrite(organizations.addApplications);
  const removal = useDelete({
    row: organizations.removeApplication,
    words: 'applications.organizations',
    verb: 'remove',
    params: ({ id }: { id: string; name: string }) => ({ id, applicationId }),
  });
  return (
    <EntityList
      row={applicationAccess.listOrganizations}
      params={{ id: applicationId }}
      words="applications.organizations"
      icon={UsersRound}
      illustration={<Illustration of="organizations" />}
      isTab
      create={{
        label: t('applications.organizations.assign'),
        dialog: onClose => (
          <AssignDialog
            words="applications.organizations"
            name={name}
            picker={field => <OrganizationPicker {...field} />}
            assign={async ids => {
              for (const id of ids)
                await add.mutateAsync({ params: { id }, body: { applicationIds: [applicationId] } });
            }}
            onClose={onClose}
          />
        ),
      }}
      rowHref={({ id }) => paths.organization(id, 'machine-to-machine')}
      deletion={removal}
      bulk={[removal.many]}
      columns={[
        nameColumn(t('applications.organizations.organization'), {
          icon: () => <UsersRound />,
          detail: ({ id }: { id: string; name: string }) => id,
        }),
        {
          id: 'roles',
          header: t('applications.organizations.roles'),
          cell: ({ organizationRoles }) => (
            <Row gap={1}>
              {organizationRoles.map(role => (
                <Tag key={role.id}>{role.name}</Tag>
              ))}
            </Row>
          ),
        },
      ]}
    />
  );
};
