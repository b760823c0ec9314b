import { type ApplicationDetail, applications } from '@gatehouse/contract/applications.ts';
import { managementRole } from '@gatehouse/contract/dialect.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Tags } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { nameColumn, tagsColumn, wordsColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { AssignRoles } from './assign-roles.tsx';

/** The roles whose permissions go into this application's tokens. */
export const ApplicationRoles = () => {
  const t = useT();
  const { id: applicationId, name } = useEntity<ApplicationDetail>();
  const removal = useDelete({
    row: applications.removeRole,
    words: 'applications.roles',
    verb: 'remove',
    params: ({ id: roleId }: { id: string; name: string }) => ({ applicationId, roleId }),
  });
  return (
    <EntityList
      row={applications.listRoles}
      params={{ applicationId }}
      words="applications.roles"
      icon={Tags}
      illustration={<Illustration of="roles" />}
      isTab
      isSearchable
      create={{
        label: t('applications.roles.assign'),
        dialog: onClose => <AssignRoles id={applicationId} name={name} onClose={onClose} />,
      }}
      rowHref={({ id }) => paths.role(id)}
      deletion={removal}
      bulk={[removal.many]}
      columns={[
        nameColumn(t('applications.roles.role'), { icon: () => <Tags /> }),
        wordsColumn(t('general.description'), 'description'),
        tagsColumn(t('general.labels'), ({ id }) => {
          return id === managementRole.id && <Tag tone="warning">{t('applications.roles.management')}</Tag>;
        }),
      ]}
    />
  );
};
