/** Names on the wire. What SDKs hard-code keeps its name; what is ours carries our brand. */
export const brand = 'Gatehouse';

export const adminTenantId = 'admin';
export const defaultTenantId = 'default';

export const managementAudience = (tenantId: string) => `https://${tenantId}.gatehouse.app/api`;
export const meAudience = 'https://admin.gatehouse.app/me';
export const cloudAudience = 'https://cloud.gatehouse.app/api';

export const organizationAudience = (organizationId: string) => `urn:logto:organization:${organizationId}`;
export const organizationResource = 'urn:logto:resource:organizations';
export const organizationsScope = 'urn:logto:scope:organizations';
export const organizationRolesScope = 'urn:logto:scope:organization_roles';
export const sessionsScope = 'urn:logto:scope:sessions';

/** The `code` with which the token endpoint refuses members without the second factor that their organization asks for. */
export const secondFactorNeededCode = 'organization.mfa_required';

/** The organization of the admin tenant that holds a tenant's members. */
export const tenantOrganizationId = (tenantId: string) => `t-${tenantId}`;

/** Stands for the id of a tenant in an address that fits any. */
export const tenantPlaceholder = 'tenant-id';

export const consoleApplicationId = 'admin-console';
export const demoApplicationId = 'demo-app';
export const accountCenterApplicationId = 'account-center';

/** The internal role whose one scope grants the whole management API to machine-to-machine applications. */
export const managementRole = { id: 'admin-role', name: 'admin', type: 'MachineToMachine' } as const;
/** Names for the management API and its scope in scripts of the dialect, because our IDs differ. */
export const managementAliases = { resource: 'management-api', scope: 'management-api-all' } as const;
/** The single scope of the management API and of the me API that grants everything. */
export const allScope = 'all';

export const headers = {
  requestId: 'Gatehouse-Request-Id',
  verificationId: 'gatehouse-verification-id',
  verificationIdDialect: 'logto-verification-id',
  /** The changes that the request recorded, as far as they can be undone. */
  changeIds: 'Gatehouse-Change-Ids',
  totalNumber: 'Total-Number',
  totalNumberIsCapped: 'Total-Number-Is-Capped',
  webhookSignature: 'gatehouse-signature-sha-256',
  webhookSignatureDialect: 'logto-signature-sha-256',
} as const;

/** The keys of a console user's custom data that belong to the console. */
export const customDataKeys = {
  preferences: 'adminConsolePreferences',
  onboarding: 'onboarding',
  guideRequests: 'guideRequests',
  defaultTenantId: 'defaultTenantId',
} as const;
