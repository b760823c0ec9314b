import type { ApplicationType } from '@gatehouse/contract/applications.ts';
import { applications } from '@gatehouse/contract/applications.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { useRead } from '../../api.ts';
import { isCloud } from '../../bootstrap.ts';
import type { TargetGroup } from '../../guides/catalogue.ts';

const ordinary: ApplicationType[] = ['Traditional', 'SPA', 'Native', 'Protected'];

const limits: Partial<Record<TargetGroup, QuotaKey>> = {
  MachineToMachine: 'machineToMachineLimit',
  SAML: 'samlApplicationsLimit',
  third_party: 'thirdPartyApplicationsLimit',
};

/** What the plan must have room for. Applications of one's own are not part of the tenant's usage. */
export const useApplicationLimit = (group: TargetGroup) => {
  const feature = limits[group];
  const { data } = useRead(
    applications.list,
    { query: { isThirdParty: 'false', types: ordinary }, page: 1, pageSize: 1 },
    { enabled: isCloud && !feature, hideErrors: true },
  );
  return () => (feature ? { feature } : { feature: 'applicationsLimit' as const, used: data?.[1] ?? 0 });
};
