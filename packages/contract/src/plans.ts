import { z } from 'zod';
import { type Quota, quota } from './quota.ts';

export const planIds = {
  free: 'free',
  pro: 'pro',
  development: 'dev',
  admin: 'admin',
  pro202411: 'pro-202411',
  pro202509: 'pro-202509',
} as const;
export type PlanId = (typeof planIds)[keyof typeof planIds];

/** A plan, or an add-on to one. The price is cents a month. */
export const sku = z.object({
  id: z.string(),
  name: z.string().nullable(),
  type: z.enum(['Basic', 'AddOn']),
  unitPrice: z.number().int().min(0).nullable(),
  productId: z.string().nullable(),
  defaultPriceId: z.string().nullable(),
  isDefault: z.boolean(),
  quota: quota.partial(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Sku = z.infer<typeof sku>;

const paidPlans: readonly string[] = [planIds.pro, planIds.pro202411, planIds.pro202509];
const knownPlans: readonly string[] = Object.values(planIds);

export const isPaidPlan = (planId: string) => paidPlans.includes(planId);

/** Plans made for one customer have ids of their own. */
export const isEnterprisePlan = (planId: string) => !knownPlans.includes(planId);

/** Only plans with a rank are compared with each other; any other one is above them. */
export const planRank = (planId: string) => {
  if (planId === planIds.free) return 0;
  return isPaidPlan(planId) ? 1 : Number.POSITIVE_INFINITY;
};

export type PlanMove = 'none' | 'upgrade' | 'downgrade' | 'switch';

/** `switch`: another plan of the same rank. */
export const planMove = (from: string, to: string): PlanMove => {
  if (from === to) return 'none';
  const [before, after] = [planRank(from), planRank(to)];
  if (before === after) return 'switch';
  return after > before ? 'upgrade' : 'downgrade';
};

/** The basic plans that a tenant can choose, lowest first. */
export const offeredPlans = ({ devFeatures }: { devFeatures: boolean }): PlanId[] =>
  [devFeatures ? planIds.pro202509 : planIds.pro202411, planIds.free].sort(
    (a, b) => planRank(a) - planRank(b),
  );

export const planName = (planId: string) => {
  if (planId === planIds.free) return 'Free';
  if (planId === planIds.development) return 'Development';
  return isPaidPlan(planId) ? 'Pro' : 'Enterprise';
};

/** The hours within which support answers. */
export const ticketSupportHours = (planId: string) =>
  isPaidPlan(planId) || isEnterprisePlan(planId) ? 48 : 0;

/** Plans on which an account can be deleted. */
export const deletablePlans: readonly string[] = [planIds.free, planIds.development];

export const maximumFreeTenants = 10;

const unlimited = {
  mauLimit: null,
  tokenLimit: null,
  applicationsLimit: null,
  machineToMachineLimit: null,
  thirdPartyApplicationsLimit: null,
  samlApplicationsLimit: null,
  resourcesLimit: null,
  scopesPerResourceLimit: null,
  socialConnectorsLimit: null,
  enterpriseSsoLimit: null,
  userRolesLimit: null,
  machineToMachineRolesLimit: null,
  scopesPerRoleLimit: null,
  hooksLimit: null,
  organizationsLimit: null,
  tenantMembersLimit: null,
  customDomainsLimit: null,
  auditLogsRetentionDays: null,
  mfaEnabled: true,
  customJwtEnabled: true,
  subjectTokenEnabled: true,
  bringYourUiEnabled: true,
  collectUserProfileEnabled: true,
  idpInitiatedSsoEnabled: true,
  securityFeaturesEnabled: true,
} as const satisfies Quota;

export const developmentQuota: Quota = {
  ...unlimited,
  mauLimit: 100,
  auditLogsRetentionDays: 14,
  tenantMembersLimit: 20,
  idpInitiatedSsoEnabled: false,
};

export const freeQuota: Quota = {
  mauLimit: 50_000,
  tokenLimit: 500_000,
  applicationsLimit: 3,
  machineToMachineLimit: 1,
  thirdPartyApplicationsLimit: 0,
  samlApplicationsLimit: 0,
  resourcesLimit: 1,
  scopesPerResourceLimit: 1,
  socialConnectorsLimit: 3,
  enterpriseSsoLimit: 0,
  userRolesLimit: 1,
  machineToMachineRolesLimit: 1,
  scopesPerRoleLimit: 1,
  hooksLimit: 1,
  organizationsLimit: 0,
  tenantMembersLimit: 1,
  customDomainsLimit: 1,
  auditLogsRetentionDays: 3,
  mfaEnabled: false,
  customJwtEnabled: false,
  subjectTokenEnabled: false,
  bringYourUiEnabled: false,
  collectUserProfileEnabled: false,
  idpInitiatedSsoEnabled: false,
  securityFeaturesEnabled: false,
};

export const proQuota: Quota = {
  ...unlimited,
  tokenLimit: 1_000_000,
  samlApplicationsLimit: 10,
  hooksLimit: 10,
  tenantMembersLimit: 20,
  customDomainsLimit: 2,
  auditLogsRetentionDays: 14,
};

export const quotaOfPlan = (planId: string): Quota => {
  if (planId === planIds.free) return freeQuota;
  if (planId === planIds.development) return developmentQuota;
  return isPaidPlan(planId) ? proQuota : unlimited;
};

/** Cents a month. */
export const proUnitPrice = 1600;
