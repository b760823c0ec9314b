import { z } from 'zod';
import { byEntityQuota } from './entities.ts';
import { isEnterprisePlan, isPaidPlan, quotaOfPlan } from './plans.ts';
import { type Quota, type QuotaKey, quota } from './quota.ts';

/** Usage in a billing period, as counts and switches, without the two periodic counts. */
export const countedUsage = z.object({
  ...byEntityQuota(() => z.number()),
  applicationsLimit: z.number(),
  socialConnectorsLimit: z.number(),
  customDomainsLimit: z.number(),
  resourcesLimit: z.number(),
  machineToMachineLimit: z.number(),
  tenantMembersLimit: z.number(),
  samlApplicationsLimit: z.number(),
  thirdPartyApplicationsLimit: z.number(),
  userRolesLimit: z.number(),
  machineToMachineRolesLimit: z.number(),
  /** Of the resource, and of the role, that has the most. */
  scopesPerResourceLimit: z.number(),
  scopesPerRoleLimit: z.number(),
  mfaEnabled: z.boolean(),
  securityFeaturesEnabled: z.boolean(),
  customJwtEnabled: z.boolean(),
  bringYourUiEnabled: z.boolean(),
  collectUserProfileEnabled: z.boolean(),
  idpInitiatedSsoEnabled: z.boolean(),
  rbacEnabled: z.boolean(),
});
export type CountedUsage = z.infer<typeof countedUsage>;

export const periodicUsage = z.object({ mauLimit: z.number(), tokenLimit: z.number() });

/** Features whose usage exceeds a plan. Paid plans charge for extra tokens instead. */
export const excessOf = (planId: string, used: CountedUsage & z.infer<typeof periodicUsage>): QuotaKey[] => {
  const limits = quotaOfPlan(planId);
  const counts: Partial<Record<QuotaKey, number | boolean>> = used;
  return (Object.keys(limits) as QuotaKey[]).filter(key => {
    const [limit, count] = [limits[key], counts[key]];
    if (key === 'tokenLimit' && isPaidPlan(planId)) return false;
    if (typeof limit === 'number' && typeof count === 'number') return count > limit;
    return limit === false && count === true;
  });
};

export const subscriptionUsage = z.object({
  quota,
  /** The quotas of the plan itself, without add-ons. */
  basicQuota: quota,
  usage: countedUsage,
  /** Scopes by resource, and by role. */
  resources: z.record(z.string(), z.number()),
  roles: z.record(z.string(), z.number()),
});

/** One machine-to-machine role comes with every tenant: the management API's own. */
export const usesRbac = (roles: { userRoles: number; machineToMachineRoles: number }) =>
  roles.userRoles > 0 || roles.machineToMachineRoles > 1;

export const hasUnlimitedRbac = (limits: Pick<Quota, 'userRolesLimit' | 'machineToMachineRolesLimit'>) =>
  limits.userRolesLimit === null && limits.machineToMachineRolesLimit === null;

export const isMauExceeded = (activeUsers: number, mauLimit: number | null) =>
  mauLimit !== null && activeUsers >= mauLimit;

/** Paid plans pay for more tokens instead. */
export const isTokenExceeded = (tokenUsage: number, tokenLimit: number | null, planId: string) =>
  tokenLimit !== null && tokenUsage >= tokenLimit && !isPaidPlan(planId) && !isEnterprisePlan(planId);
