import type { PersonExportPart } from '@gatehouse/contract/person-export.ts';
import type { TableName } from '../tables.ts';

/** The effect of erasure on the rows of a table, and their place in an export of personal data. */
export type PersonTable = {
  /**
   * `user`: deleted with the row of the user. `key`: sealed under the key of the person. `traces`: found by erasure.
   * `expires`: deleted within hours. `id`: only the ID, which no longer leads to a person. `nobody`: no personal data.
   */
  erased: 'user' | 'key' | 'traces' | 'expires' | 'id' | 'nobody';
  exported: PersonExportPart | { not: string };
};

const nobody = { erased: 'nobody', exported: { not: 'It names no person.' } } as const;

type StoredTable = Exclude<TableName, `searchable${string}`>;

/** Every table: one that is missing does not compile, and one that the database has and this list lacks fails a test. */
export const personTables: Readonly<Record<StoredTable, PersonTable>> = {
  users: { erased: 'user', exported: 'profile' },
  usersRoles: { erased: 'user', exported: 'roles' },
  userSsoIdentities: { erased: 'user', exported: 'identities' },
  personalAccessTokens: { erased: 'user', exported: 'personalAccessTokens' },
  secrets: { erased: 'user', exported: 'providerTokens' },
  subjectTokens: { erased: 'user', exported: 'impersonations' },
  verificationRecords: { erased: 'user', exported: 'verifications' },
  signInPlaces: { erased: 'user', exported: 'places' },
  dailyActiveUsers: { erased: 'id', exported: 'activeDays' },
  organizationUsers: { erased: 'user', exported: 'organizations' },
  organizationUserRoles: { erased: 'user', exported: 'organizations' },
  applicationAccessUsers: { erased: 'user', exported: 'applicationAccess' },
  applicationConsentOrganizations: { erased: 'user', exported: 'applicationAccess' },
  cimdConsentOrganizations: { erased: 'user', exported: 'applicationAccess' },
  oidcModelInstances: { erased: 'traces', exported: 'tokens' },
  organizationInvitations: { erased: 'traces', exported: 'invitations' },
  passcodes: { erased: 'traces', exported: 'codes' },
  oneTimeTokens: { erased: 'traces', exported: 'oneTimeTokens' },
  messages: { erased: 'traces', exported: 'messages' },
  sentinelActivities: { erased: 'traces', exported: 'failedAttempts' },
  jobs: { erased: 'key', exported: 'jobs' },
  jobResults: { erased: 'key', exported: 'jobs' },
  events: { erased: 'key', exported: 'events' },
  changes: { erased: 'key', exported: 'changes' },
  logs: { erased: 'key', exported: 'auditLog' },
  signIns: {
    erased: 'id',
    exported: { not: 'It sums up entries of the audit log, which are exported.' },
  },
  signInFacts: {
    erased: 'traces',
    exported: {
      not: 'It repeats what the rules of sign-ins read, for some weeks; the audit log is exported.',
    },
  },
  draftComments: {
    erased: 'id',
    exported: { not: 'They are about the configuration, and name their author by ID.' },
  },
  draftApprovals: {
    erased: 'id',
    exported: { not: 'They are about the configuration, and name their author by ID.' },
  },
  draftPreviews: {
    erased: 'id',
    exported: { not: 'They are about the configuration, and name their author by ID.' },
  },
  draftPreviewTesters: {
    erased: 'id',
    exported: { not: 'They say which users may try changes of the configuration.' },
  },
  draftPreviewSessions: {
    erased: 'id',
    exported: { not: 'They last as long as a link, and hold a trial of which nothing is kept.' },
  },
  draftRequests: {
    erased: 'id',
    exported: { not: 'They change the configuration, and name their author by ID.' },
  },
  checkoutSessions: { erased: 'id', exported: 'checkouts' },
  personKeys: {
    erased: 'key',
    exported: { not: 'It holds the key that seals the rest, which is a secret.' },
  },
  lockLinks: {
    erased: 'id',
    exported: { not: 'It holds the hash of a link in a message; the message is among the messages.' },
  },
  ssoAssertions: {
    erased: 'traces',
    exported: { not: 'It lasts minutes and names no user yet; what it brings is among the identities.' },
  },
  samlSessions: {
    erased: 'user',
    exported: { not: 'It says which other side knows of a session; sessions are among the tokens.' },
  },
  samlLogouts: {
    erased: 'traces',
    exported: { not: 'It lasts minutes, while a browser goes from one service provider to the next.' },
  },
  accountCenters: nobody,
  applicationAccessOrganizationRoles: nobody,
  applicationAccessOrganizations: nobody,
  applicationAccessUserRoles: nobody,
  applicationConsentOrganizationResourceScopes: nobody,
  applicationConsentOrganizationScopes: nobody,
  applicationConsentResourceScopes: nobody,
  applicationConsentUserScopes: nobody,
  applicationCounts: nobody,
  applicationDays: nobody,
  applicationHours: nobody,
  applicationSecrets: nobody,
  applicationSignInExperiences: nobody,
  applications: nobody,
  applicationsRoles: nobody,
  builtInEmailDays: nobody,
  bundleObjects: nobody,
  captchaProviders: nobody,
  changeChains: nobody,
  clientRegistrations: nobody,
  configs: nobody,
  connectors: nobody,
  customPhrases: nobody,
  customProfileFields: nobody,
  dailyActivity: nobody,
  dailyInteractions: nobody,
  dailyTokenUsage: nobody,
  dailyUsers: nobody,
  domains: nobody,
  drafts: nobody,
  emailTemplates: nobody,
  hookHours: nobody,
  hooks: nobody,
  initialAccessTokens: nobody,
  interactionCounts: nobody,
  invoices: nobody,
  logStreamProgress: nobody,
  logStreams: nobody,
  memberRoles: nobody,
  organizationApplicationRoles: nobody,
  organizationApplications: nobody,
  organizationInvitationRoles: nobody,
  organizationJitEmailDomains: nobody,
  organizationJitRoles: nobody,
  organizationJitSsoConnectors: nobody,
  organizationRoleResourceScopes: nobody,
  organizationRoleScopes: nobody,
  organizationRoles: nobody,
  organizationScopes: nobody,
  organizations: nobody,
  resources: nobody,
  roles: nobody,
  rolesScopes: nobody,
  samlApplicationConfigs: nobody,
  samlApplicationSecrets: nobody,
  schedules: nobody,
  scopes: nobody,
  signInExperiences: nobody,
  smsHours: nobody,
  ssoCertificates: nobody,
  ssoConnectorKeys: nobody,
  ssoConnectors: nobody,
  subscriptions: nobody,
  tenantKeys: nobody,
  tenants: nobody,
  usedCredentials: nobody,
};
