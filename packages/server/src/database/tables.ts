import type { HookEvent } from '@gatehouse/contract/events.ts';
import type { ColumnType, Generated } from 'kysely';

/** The rows of every table, in the words of the code: camel case, times in epoch milliseconds, JSON as values. */
export type Tables = {
  tenants: Tenants;
  applications: Applications;
  applicationSecrets: ApplicationSecrets;
  resources: Resources;
  scopes: Scopes;
  roles: Roles;
  rolesScopes: TenantRow<{ roleId: string; scopeId: string }>;
  applicationsRoles: TenantRow<{ applicationId: string; roleId: string }>;
  users: Users;
  usersRoles: TenantRow<{ userId: string; roleId: string }>;
  organizations: Organizations;
  organizationRoles: OrganizationRoles;
  organizationScopes: OrganizationScopes;
  organizationRoleScopes: TenantRow<{ organizationRoleId: string; organizationScopeId: string }>;
  organizationUsers: TenantRow<{ organizationId: string; userId: string; createdAt: Generated<number> }>;
  organizationUserRoles: TenantRow<{ organizationId: string; userId: string; organizationRoleId: string }>;
  oidcModelInstances: OidcModelInstances;
  configs: TenantRow<{ key: string; value: Json<unknown> }>;
  signInExperiences: SignInExperiences;
  changes: Changes;
  events: Events;
  logs: Logs;
  sentinelActivities: SentinelActivities;
  dailyActiveUsers: TenantRow<{ date: string; userId: string }>;
  dailyTokenUsage: TenantRow<{
    date: string;
    userTokens: Generated<number>;
    machineTokens: Generated<number>;
  }>;
};

export type TableName = keyof Tables;

/** The tenant fills itself in: the column defaults to the tenant of the transaction. */
type TenantRow<Columns> = { tenantId: Generated<string> } & Columns;
type JsonObject = Record<string, unknown>;
/** JSON takes any value of its shape; the shapes themselves are checked where requests come in. */
type Json<Value> = ColumnType<Value, Value, Value>;
type DefaultJson<Value = JsonObject> = ColumnType<Value, Value | undefined, Value>;

type Tenants = {
  id: string;
  name: string;
  tag: Generated<string>;
  planId: Generated<string>;
  regionName: Generated<string>;
  isSuspended: Generated<boolean>;
  createdAt: Generated<number>;
};

export type OidcClientMetadata = {
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri?: string;
  backchannelLogoutSessionRequired?: boolean;
  logoUri?: string;
};

type Applications = TenantRow<{
  id: string;
  name: string;
  secret: Generated<string>;
  description: string | null;
  type: string;
  oidcClientMetadata: DefaultJson<OidcClientMetadata>;
  customClientMetadata: DefaultJson;
  protectedAppMetadata: DefaultJson<JsonObject | null>;
  customData: DefaultJson;
  isThirdParty: Generated<boolean>;
  createdAt: Generated<number>;
}>;

type ApplicationSecrets = TenantRow<{
  applicationId: string;
  name: string;
  value: string;
  createdAt: Generated<number>;
  expiresAt: number | null;
}>;

type Resources = TenantRow<{
  id: string;
  name: string;
  indicator: string;
  isDefault: Generated<boolean>;
  accessTokenTtl: Generated<number>;
  createdAt: Generated<number>;
}>;

type Scopes = TenantRow<{
  id: string;
  resourceId: string;
  name: string;
  description: string | null;
  createdAt: Generated<number>;
}>;

type Roles = TenantRow<{
  id: string;
  name: string;
  description: string;
  type: Generated<string>;
  isDefault: Generated<boolean>;
  createdAt: Generated<number>;
}>;

type Users = TenantRow<{
  id: string;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  name: string | null;
  avatar: string | null;
  profile: DefaultJson;
  identities: DefaultJson;
  customData: DefaultJson;
  mfaVerifications: DefaultJson<JsonObject[]>;
  mfaConfig: DefaultJson;
  passwordEncrypted: string | null;
  passwordEncryptionMethod: string | null;
  applicationId: string | null;
  isSuspended: Generated<boolean>;
  lastSignInAt: number | null;
  createdAt: Generated<number>;
  updatedAt: Generated<number>;
}>;

type Organizations = TenantRow<{
  id: string;
  name: string;
  description: string | null;
  customData: DefaultJson;
  isMfaRequired: Generated<boolean>;
  color: DefaultJson;
  branding: DefaultJson;
  customCss: string | null;
  createdAt: Generated<number>;
}>;

type OrganizationRoles = TenantRow<{
  id: string;
  name: string;
  description: string | null;
  type: Generated<string>;
  createdAt: Generated<number>;
}>;

type OrganizationScopes = TenantRow<{
  id: string;
  name: string;
  description: string | null;
  createdAt: Generated<number>;
}>;

type OidcModelInstances = TenantRow<{
  modelName: string;
  id: string;
  payload: Json<JsonObject>;
  expiresAt: number | null;
  consumedAt: number | null;
  // Read out of the payload by the database.
  uid: ColumnType<string | null, never, never>;
  userCode: ColumnType<string | null, never, never>;
  grantId: ColumnType<string | null, never, never>;
}>;

type SignInExperiences = TenantRow<{
  id: Generated<string>;
  color: DefaultJson;
  branding: DefaultJson;
  languageInfo: DefaultJson;
  termsOfUseUrl: string | null;
  privacyPolicyUrl: string | null;
  agreeToTermsPolicy: Generated<string>;
  signIn: DefaultJson;
  signUp: DefaultJson;
  socialSignIn: DefaultJson;
  socialSignInConnectorTargets: DefaultJson<string[]>;
  signInMode: Generated<string>;
  customCss: string | null;
  customContent: DefaultJson;
  customUiAssets: DefaultJson<JsonObject | null>;
  passwordPolicy: DefaultJson;
  mfa: DefaultJson;
  singleSignOnEnabled: Generated<boolean>;
  supportEmail: string | null;
  supportWebsiteUrl: string | null;
  unknownSessionRedirectUrl: string | null;
  captchaPolicy: DefaultJson;
  sentinelPolicy: DefaultJson;
  emailBlocklistPolicy: DefaultJson;
  forgotPasswordMethods: DefaultJson<string[] | null>;
}>;

/** Who writes, and through what. */
export type Origin = {
  actor: { kind: 'user' | 'application' | 'system'; id: string; name?: string };
  requestId: string;
  via: { method: string; path: string };
};

/**
 * One row before and after a write, as the database prints it (snake case), secrets as fingerprints.
 * Neither before nor after: there were more rows than a change holds.
 */
export type ChangeEntry = {
  table: string;
  key: Record<string, unknown>;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

type Changes = TenantRow<{
  id: string;
  actor: Json<Origin['actor']>;
  via: Json<Origin['via']>;
  requestId: string;
  objectKind: string;
  objectId: string;
  objectName: string | null;
  entries: Json<ChangeEntry[]>;
  reverts: string | null;
  createdAt: Generated<number>;
}>;

type Events = TenantRow<{
  id: Generated<number>;
  event: HookEvent;
  data: Json<unknown>;
  origin: Json<Origin>;
  createdAt: Generated<number>;
}>;

type Logs = TenantRow<{
  id: string;
  key: string;
  payload: DefaultJson;
  createdAt: Generated<number>;
}>;

type SentinelActivities = TenantRow<{
  id: string;
  targetType: string;
  targetHash: string;
  action: string;
  actionResult: string;
  payload: DefaultJson;
  decision: Generated<string>;
  decisionExpiresAt: number | null;
  createdAt: Generated<number>;
}>;

/** Columns (as the database names them) whose values never enter a change: only their fingerprints do. */
export const secretColumns = (table: string, row: Record<string, unknown>): string[] => {
  if (table === 'applications') return ['secret'];
  if (table === 'application_secrets') return ['value'];
  if (table === 'users') return ['password_encrypted', 'mfa_verifications'];
  if (table === 'configs' && String(row.key).startsWith('oidc.')) return ['value'];
  return [];
};

/** What caches must hear when a row of a table changes. */
export const invalidatedBy: Record<string, InvalidationTopic[]> = {
  applications: ['clients'],
  application_secrets: ['clients'],
  applications_roles: ['clients', 'roles'],
  resources: ['resources'],
  scopes: ['resources', 'roles'],
  roles: ['roles'],
  roles_scopes: ['roles'],
  configs: ['keys'],
  sign_in_experiences: ['sign-in-experience'],
};

export type InvalidationTopic = 'clients' | 'keys' | 'resources' | 'roles' | 'sign-in-experience';
