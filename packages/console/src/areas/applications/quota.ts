import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import type { TargetGroup } from '../../guides/catalogue.ts';

const limits: Partial<Record<TargetGroup, QuotaKey>> = {
  MachineToMachine: 'machineToMachineLimit',
  SAML: 'samlApplicationsLimit',
  third_party: 'thirdPartyApplicationsLimit',
};

/** The quota that a new application of this kind counts against. */
export const limitOf = (group: TargetGroup): QuotaKey => limits[group] ?? 'applicationsLimit';
