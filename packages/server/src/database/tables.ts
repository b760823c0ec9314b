import type { HookEvent } from '@gatehouse/contract/events.ts';
import type { Resource, Scope } from '@gatehouse/contract/resources.ts';
import type { Role } from '@gatehouse/contract/role.ts';
import type { SentinelDecision, SentinelResult } from '@gatehouse/contract/sentinel.ts';
import type { SignInOutcome } from '@gatehouse/contract/sign-ins.ts';
import type { Generated, Kysely } from 'kysely';
import type { ApplicationTables } from './application-tables.ts';
import type { BillingTables } from './billing-tables.ts';
import type { ConfigurationTables } from './configuration-tables.ts';
import type { JobTables } from './job-tables.ts';
import type { OrganizationTables } from './organization-tables.ts';
import type { StoredOrigin } from './origin.ts';
import type {
  Created,
  DefaultJson,
  EntityRow,
  Json,
  JsonObject,
  ReadOnly,
  SearchableRow,
  TenantRow,
} from './row-types.ts';
import type { UserTables } from './user-tables.ts';
import type { VerificationTables } from './verification-tables.ts';

/** The rows of every table, in the words of the code: camel case, times in epoch milliseconds, JSON as values. */
export type Tables = ApplicationTables &
  BillingTables &
  ConfigurationTables &
  JobTables &
  OrganizationTables &
  UserTables &
  VerificationTables &
  CoreTables;

type CoreTables = {
  tenants: Tenants;
  resources: Resources;
  searchableResources: SearchableRow & { name: ReadOnly<string>; indicator: ReadOnly<string> };
  scopes: Scopes;
  roles: Roles;
  searchableRoles: SearchableRow & { name: ReadOnly<string>; description: ReadOnly<string> };
  rolesScopes: TenantRow<{ roleId: string; scopeId: string }>;
  oidcModelInstances: OidcModelInstances;
  configs: TenantRow<{ key: string; value: Json<unknown> }>;
  signInExperiences: SignInExperiences;
  changes: Changes;
  changeChains: ChangeChains;
  events: Events;
  logs: Logs;
  signIns: SignIns;
  signInFacts: SignInFactRows;
  sentinelActivities: SentinelActivities;
};

export type TableName = keyof Tables;

type Tenants = {
  id: string;
  name: string;
  tag: Generated<string>;
  planId: Generated<string>;
  regionName: Generated<string>;
  isSuspended: Generated<boolean>;
  createdAt: Generated<number>;
  /** Users who last signed in before that have no device to compare with. */
  devicesKnownSince: Generated<number>;
};

type Resources = EntityRow<Resource, 'isDefault' | 'accessTokenTtl'> & Created;

type Scopes = EntityRow<Scope, 'createdAt'>;

type Roles = EntityRow<Role, 'type' | 'isDefault'> & Created;

type OidcModelInstances = TenantRow<{
  modelName: string;
  id: string;
  payload: Json<JsonObject>;
  expiresAt: number | null;
  consumedAt: number | null;
  // Read out of the payload by the database.
  uid: ReadOnly<string | null>;
  userCode: ReadOnly<string | null>;
  grantId: ReadOnly<string | null>;
  accountId: ReadOnly<string | null>;
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
  passkeySignIn: DefaultJson;
  verificationCodePolicy: DefaultJson;
  smsPolicy: DefaultJson;
  securityNotices: DefaultJson;
  passwordExpiration: DefaultJson;
  usernamePolicy: DefaultJson;
  signUpProfileFields: DefaultJson<JsonObject[] | null>;
  adaptiveMfa: DefaultJson;
  signInRecords: DefaultJson;
  customUiCsp: DefaultJson;
}>;

/** The author of a write, and further conditions of the write. */
export type Origin = StoredOrigin & {
  /** Throws when the actor must not write this; asked inside the transaction, once its work is done. */
  guard?: (db: Kysely<Tables>, entries: readonly ChangeEntry[]) => Promise<void>;
  /** Hears after the commit of a change that can be undone. */
  onUndoable?: (changeId: string) => void;
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
  actor: Json<StoredOrigin['actor']>;
  via: Json<StoredOrigin['via']>;
  requestId: string;
  objectKind: string;
  objectId: string;
  objectName: string | null;
  entries: Json<ChangeEntry[]>;
  reverts: string | null;
  createdAt: Generated<number>;
  // Read out of the actor by the database.
  actorId: ReadOnly<string>;
  /** The place in the chain of the tenant and the hash up to here; null until it is linked. */
  sequence: number | null;
  hash: string | null;
}>;

type ChangeChains = TenantRow<{
  sequence: Generated<number>;
  hash: string;
  removedSequence: Generated<number>;
  removedHash: string;
  removedAt: number | null;
}>;

type Events = TenantRow<{
  id: Generated<number>;
  event: HookEvent;
  data: Json<unknown>;
  origin: Json<StoredOrigin>;
  createdAt: Generated<number>;
  /** When its deliveries were queued. */
  dispatchedAt: number | null;
}>;

type Logs = TenantRow<{
  id: string;
  key: string;
  payload: DefaultJson;
  createdAt: Generated<number>;
  // Read out of the payload by the database.
  userId: ReadOnly<string | null>;
  applicationId: ReadOnly<string | null>;
  result: ReadOnly<string | null>;
  hookId: ReadOnly<string | null>;
  position: ReadOnly<number>;
  /** Written beside the payload. The database adds it to entries of earlier versions. */
  signInId: ReadOnly<string | null>;
  /** Null: an earlier version wrote it. */
  isSealed: boolean | null;
}>;

type SignIns = TenantRow<{
  id: string;
  userId: string | null;
  applicationId: string | null;
  outcome: SignInOutcome;
  decidedAt: number | null;
  startedAt: number;
  endedAt: number;
}>;

/** The facts from which the rules decided about a step of a sign-in. */
type SignInFactRows = TenantRow<{
  id: string;
  signInId: string;
  stage: string;
  userId: string | null;
  applicationId: string | null;
  /** The rule that objected, with its error. */
  rule: string | null;
  code: string | null;
  facts: Json<JsonObject>;
  createdAt: number;
}>;

type SentinelActivities = TenantRow<{
  id: string;
  targetType: string;
  targetHash: string;
  action: string;
  actionResult: SentinelResult;
  payload: DefaultJson;
  decision: Generated<SentinelDecision>;
  decisionExpiresAt: number | null;
  createdAt: Generated<number>;
}>;
