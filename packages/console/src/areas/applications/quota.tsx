import type { ApplicationType } from '@gatehouse/contract/applications.ts';
import { applications } from '@gatehouse/contract/applications.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { useRead } from '../../api.ts';
import { isCloud } from '../../bootstrap.ts';
import type { TargetGroup } from '../../guides/catalogue.ts';
import { QuotaNotice } from '../../templates/quota-notice.tsx';

const ordinary: ApplicationType[] = ['Traditional', 'SPA', 'Native', 'Protected'];

const limits: Partial<Record<TargetGroup, QuotaKey>> = {
  MachineToMachine: 'machineToMachineLimit',
  SAML: 'samlApplicationsLimit',
  third_party: 'thirdPartyApplicationsLimit',
};

/** Says that the plan has no room for one more of a kind, and leads to those that have. */
export const ApplicationQuota = ({ group }: { group: TargetGroup }) => {
  const isThirdParty = group === 'third_party';
  const types = ordinary.some(type => type === group) ? ordinary : [group as ApplicationType];
  const { data } = useRead(
    applications.list,
    {
      query: { isThirdParty: String(isThirdParty), types: isThirdParty ? undefined : types },
      page: 1,
      pageSize: 1,
    },
    { enabled: isCloud, hideErrors: true },
  );
  return data && <QuotaNotice feature={limits[group] ?? 'applicationsLimit'} used={data[1]} />;
};
