import { type ApplicationDetail, applications } from '@gatehouse/contract/applications.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { AssignRoles } from './assign-roles.tsx';

const params = (applicationId: string) => ({ params: { applicationId }, page: 1, pageSize: 100 });

export const useServiceRoles = ({ id, type }: ApplicationDetail) =>
  useRead(applications.listRoles, params(id), {
    hideErrors: true,
    enabled: type === 'MachineToMachine',
  }).data?.[0];

/** The roles of a service, and more of them, without leaving its guide. */
export const RolesStep = ({ application }: { application: ApplicationDetail }) => {
  const t = useT();
  const [isAssigning, setIsAssigning] = useState(false);
  const roles = useServiceRoles(application);
  return (
    <>
      {roles?.length === 0 && <Callout tone="warning">{t('applications.guide.no_roles')}</Callout>}
      <Row>
        {roles?.map(({ id, name }) => (
          <Tag key={id}>{name}</Tag>
        ))}
        <WriteButton row={applications.assignRoles} icon={<Plus />} onClick={() => setIsAssigning(true)}>
          {t('applications.roles.assign')}
        </WriteButton>
      </Row>
      {isAssigning && <AssignRoles {...application} onClose={() => setIsAssigning(false)} />}
    </>
  );
};
