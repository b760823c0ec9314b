import { type ApplicationDetail, applications } from '@gatehouse/contract/applications.ts';
import { managementRole } from '@gatehouse/contract/dialect.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { AssignRoles } from './assign-roles.tsx';

/** The roles whose permissions go into this application's tokens. */
export const ApplicationRoles = () => {
  const t = useT();
  const { id: applicationId, name: applicationName } = useEntity<ApplicationDetail>();
  const [isAssigning, setIsAssigning] = useState(false);
  const confirmAndDelete = useDelete();
  const remove = useWrite(applications.removeRole);
  return (
    <>
      <EntityList
        row={applications.listRoles}
        params={{ applicationId }}
        searchPlaceholder={t('applications.roles.search')}
        count={count => t('applications.roles.count', { count })}
        create={{ label: t('applications.roles.assign'), onSelect: () => setIsAssigning(true) }}
        empty={{ icon: <Tags aria-hidden />, text: t('applications.roles.empty') }}
        rowName={({ name }) => name}
        rowMenu={({ id: roleId, name }) => [
          {
            label: t('general.remove'),
            isDanger: true,
            onSelect: () =>
              void confirmAndDelete({
                title: t('applications.roles.remove_title', { name }),
                text: t('applications.roles.remove_text'),
                confirmLabel: t('general.remove'),
                run: () => remove.mutateAsync({ params: { applicationId, roleId } }),
                doneMessage: t('applications.roles.removed', { name }),
              }),
          },
        ]}
        columns={[
          {
            id: 'name',
            header: t('applications.roles.role'),
            cell: ({ id, name }) => (
              <>
                <Text isStrong>{name}</Text>{' '}
                {id === managementRole.id && <Tag tone="warning">{t('applications.roles.management')}</Tag>}
              </>
            ),
          },
          {
            id: 'description',
            header: t('general.description'),
            cell: ({ description }) => <Text tone="soft">{description}</Text>,
          },
        ]}
      />
      {isAssigning && (
        <AssignRoles
          applicationId={applicationId}
          applicationName={applicationName}
          onClose={() => setIsAssigning(false)}
        />
      )}
    </>
  );
};
