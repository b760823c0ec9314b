import type { NoticeFlag } from '@gatehouse/contract/preferences.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import type { CountedUsage } from '@gatehouse/contract/usage.ts';

export type Upsell = { path: string; flag: NoticeFlag; feature: QuotaKey & keyof CountedUsage };

/** Screens that can exceed the plan, the more specific path first. */
export const upsells: readonly Upsell[] = [
  {
    path: 'applications/third-party-applications',
    flag: 'thirdPartyAppsUpsellNoticeAcknowledged',
    feature: 'thirdPartyApplicationsLimit',
  },
  { path: 'applications', flag: 'm2mUpsellNoticeAcknowledged', feature: 'machineToMachineLimit' },
  { path: 'applications', flag: 'samlAppsUpsellNoticeAcknowledged', feature: 'samlApplicationsLimit' },
  { path: 'mfa', flag: 'mfaUpsellNoticeAcknowledged', feature: 'mfaEnabled' },
  {
    path: 'enterprise-sso',
    flag: 'enterpriseSsoUpsellNoticeAcknowledged',
    feature: 'enterpriseSsoLimit',
  },
  {
    path: 'security',
    flag: 'securityFeaturesUpsellNoticeAcknowledged',
    feature: 'securityFeaturesEnabled',
  },
  { path: 'api-resources', flag: 'apiResourceUpsellNoticeAcknowledged', feature: 'resourcesLimit' },
  { path: 'roles', flag: 'rbacUpsellNoticeAcknowledged', feature: 'userRolesLimit' },
  {
    path: 'organization-template',
    flag: 'organizationUpsellNoticeAcknowledged',
    feature: 'organizationsLimit',
  },
  { path: 'organizations', flag: 'organizationUpsellNoticeAcknowledged', feature: 'organizationsLimit' },
  {
    path: 'tenant-settings/members',
    flag: 'tenantMembersUpsellNoticeAcknowledged',
    feature: 'tenantMembersLimit',
  },
];
