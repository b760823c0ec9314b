import { z } from 'zod';
import { byEntityQuota } from './entities.ts';

const limit = z.number().int().min(0).nullable();

/** The limits of a plan. `null` is unlimited. */
export const quota = z.object({
  ...byEntityQuota(() => limit),
  mauLimit: limit,
  tokenLimit: limit,
  applicationsLimit: limit,
  machineToMachineLimit: limit,
  thirdPartyApplicationsLimit: limit,
  samlApplicationsLimit: limit,
  resourcesLimit: limit,
  scopesPerResourceLimit: limit,
  socialConnectorsLimit: limit,
  userRolesLimit: limit,
  machineToMachineRolesLimit: limit,
  scopesPerRoleLimit: limit,
  tenantMembersLimit: limit,
  customDomainsLimit: limit,
  auditLogsRetentionDays: limit,
  mfaEnabled: z.boolean(),
  customJwtEnabled: z.boolean(),
  subjectTokenEnabled: z.boolean(),
  bringYourUiEnabled: z.boolean(),
  collectUserProfileEnabled: z.boolean(),
  idpInitiatedSsoEnabled: z.boolean(),
  securityFeaturesEnabled: z.boolean(),
});

export type Quota = z.infer<typeof quota>;
export type QuotaKey = keyof Quota;

/** Whether the usage is within a plan's limit. The strict variant asks whether one more would fit. */
export const isWithinQuota = (check: {
  limit: number | boolean | null;
  usage: number;
  isStrict?: boolean;
}): boolean => {
  const { limit, usage, isStrict = false } = check;
  if (limit === null) return true;
  if (typeof limit === 'boolean') return limit;
  return isStrict ? usage < limit : usage <= limit;
};
