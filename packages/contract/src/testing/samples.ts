/** Smallest valid entities, to be varied by tests. */
export const sampleApplication = {
  tenantId: 'default',
  id: 'app',
  name: 'My app',
  secret: 'secret',
  description: null,
  type: 'SPA',
  oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
  customClientMetadata: {},
  protectedAppMetadata: null,
  customData: {},
  isThirdParty: false,
  createdAt: 0,
};

export const sampleUser = {
  id: 'user12345678',
  username: 'ada',
  primaryEmail: 'ada@example.com',
  primaryPhone: '4915112345678',
  name: 'Ada',
  avatar: 'https://example.com/a.png',
  customData: {},
  identities: {},
  lastSignInAt: null,
  createdAt: 0,
  updatedAt: 0,
  profile: {},
  applicationId: null,
  cimdClientId: null,
  isSuspended: false,
  deletionDueAt: null,
  suspensionReason: null,
  isEmailVerified: true,
  isPhoneVerified: true,
};

export const sampleTenant = {
  id: 'tenant',
  name: 'My project',
  tag: 'production',
  indicator: 'https://tenant.gatehouse.app/api',
  regionName: 'EU',
  planId: 'free',
  subscription: {
    status: 'active',
    planId: 'free',
    currentPeriodStart: '2026-01-01T00:00:00Z',
    currentPeriodEnd: '2026-02-01T00:00:00Z',
    isEnterprisePlan: false,
  },
  usage: { activeUsers: 0, tokenUsage: 0 },
  quota: { mauLimit: 50_000, tokenLimit: 500_000 },
  openInvoices: [] as { amountDue: number }[],
  isSuspended: false,
  createdAt: 0,
} as const;

export const text = (length: number) => 'x'.repeat(length);
