import { z } from 'zod';
import { byEntityQuota } from './entities.ts';
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

/** The quotas of a plan, and its support response time in hours. */
export const planQuota = quota.extend({ ticketSupportResponseTime: z.number().int().min(0) });

/** A plan, or an add-on to one. The price is cents a month. */
export const sku = z.object({
  id: z.string(),
  name: z.string().nullable(),
  type: z.enum(['Basic', 'AddOn']),
  unitPrice: z.number().int().min(0).nullable(),
  productId: z.string().nullable(),
  defaultPriceId: z.string().nullable(),
  isDefault: z.boolean(),
  quota: planQuota.partial(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Sku = z.infer<typeof sku>;

const paidPlans: readonly string[] = [planIds.pro, planIds.pro202411, planIds.pro202509];
const knownPlans: readonly string[] = Object.values(planIds);

export const isPaidPlan = (planId: string) => paidPlans.includes(planId);

/** Plans made for one customer have their own ids. */
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
  ...byEntityQuota(() => null),
  mauLimit: null,
  tokenLimit: null,
  applicationsLimit: null,
  machineToMachineLimit: null,
  thirdPartyApplicationsLimit: null,
  samlApplicationsLimit: null,
  resourcesLimit: null,
  scopesPerResourceLimit: null,
  socialConnectorsLimit: null,
  userRolesLimit: null,
  machineToMachineRolesLimit: null,
  scopesPerRoleLimit: null,
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

/** Users of a development tenant are building it. A tenant with more users than this serves real ones. */
export const developmentUsers = 100;

export const developmentQuota: Quota = {
  ...unlimited,
  mauLimit: developmentUsers,
  auditLogsRetentionDays: 14,
  tenantMembersLimit: 20,
  idpInitiatedSsoEnabled: false,
};

export const freeQuota: Quota = {
  ...byEntityQuota(({ quota }) => quota.free),
  mauLimit: 50_000,
  tokenLimit: 500_000,
  applicationsLimit: 3,
  machineToMachineLimit: 1,
  thirdPartyApplicationsLimit: 0,
  samlApplicationsLimit: 0,
  resourcesLimit: 1,
  scopesPerResourceLimit: 1,
  socialConnectorsLimit: 3,
  userRolesLimit: 1,
  machineToMachineRolesLimit: 1,
  scopesPerRoleLimit: 1,
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
  ...byEntityQuota(({ quota }) => quota.pro),
  tokenLimit: 1_000_000,
  samlApplicationsLimit: 10,
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

/** Tokens sold beyond the plan, by the hundred thousand, charged with the next invoice. */
export const tokenAddOn = { skuId: 'tokens', unitPrice: 800, tokens: 100_000 } as const;

/** Cents for the tokens that a paid plan does not include. */
export const tokenCharge = (planId: string, tokenUsage: number) => {
  const { tokenLimit } = quotaOfPlan(planId);
  if (!isPaidPlan(planId) || tokenLimit === null || tokenUsage <= tokenLimit) return 0;
  return Math.ceil((tokenUsage - tokenLimit) / tokenAddOn.tokens) * tokenAddOn.unitPrice;
};

/** Cents for a month: the plan, and the tokens that it does not include. */
export const monthlyCharge = (planId: string, tokenUsage: number) =>
  (isPaidPlan(planId) ? proUnitPrice : 0) + tokenCharge(planId, tokenUsage);

/** When the table of plans was last changed. */
const publishedAt = '2026-11-01T00:00:00.000Z';

/** The quota of a plan as the API tells it. */
export const describeQuota = (planId: string): z.infer<typeof planQuota> => ({
  ...quotaOfPlan(planId),
  ticketSupportResponseTime: ticketSupportHours(planId),
});

const skuOf = (fields: Pick<Sku, 'id' | 'name' | 'type' | 'unitPrice' | 'isDefault' | 'quota'>): Sku => ({
  ...fields,
  productId: null,
  defaultPriceId: null,
  createdAt: publishedAt,
  updatedAt: publishedAt,
});

export const skuOfPlan = (planId: string): Sku =>
  skuOf({
    id: planId,
    name: planName(planId),
    type: 'Basic',
    unitPrice: isPaidPlan(planId) ? proUnitPrice : 0,
    isDefault: planId === planIds.free,
    quota: describeQuota(planId),
  });

/** By the key of the usage that they extend. */
export const addOnSkus: Readonly<Record<string, Sku>> = {
  tokenLimit: skuOf({
    id: tokenAddOn.skuId,
    name: 'Tokens',
    type: 'AddOn',
    unitPrice: tokenAddOn.unitPrice,
    isDefault: false,
    quota: { tokenLimit: tokenAddOn.tokens },
  }),
};
