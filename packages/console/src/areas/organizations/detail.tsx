import { organizations } from '@gatehouse/contract/organizations.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { organizationAddresses } from './addresses.ts';
import { useDeleteOrganization } from './delete.ts';
import { OrganizationLogo } from './logo.tsx';

export const OrganizationDetail = () => {
  const t = useT();
  const deletion = useDeleteOrganization();
  return (
    <EntityDetail
      row={organizations.read}
      words="organizations"
      listHref={paths.organizations()}
      tabs={organizationAddresses.at.organization.tabs}
      tabReads={{ members: organizations.listUsers, 'machine-to-machine': organizations.listApplications }}
      tabHref={paths.organization}
      historyKind="organization"
      deletion={deletion}
      page={({ branding, isMfaRequired }) => ({
        icon: <OrganizationLogo branding={branding} />,
        tags: isMfaRequired && <Tag tone="accent">{t('organizations.mfa_tag')}</Tag>,
      })}
    />
  );
};
