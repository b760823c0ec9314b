import type { DnsRecord, Domain } from '@gatehouse/contract/domains.ts';
import type { DraftMethod, NewTrial, StoredDraft } from '@gatehouse/contract/drafts.ts';
import type { EmailTemplate } from '@gatehouse/contract/email-templates.ts';
import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import type { Hook } from '@gatehouse/contract/hooks.ts';
import type { IdpInitiatedAuthConfig } from '@gatehouse/contract/idp-initiated-auth.ts';
import type { Generated } from 'kysely';
import type { DefaultJson, EntityRow, Json, JsonObject, TenantRow } from './row-types.ts';

/** Connectors, sign-in pages and other settings of a tenant, with the tokens and messages that belong to them. */
export type ConfigurationTables = {
  connectors: Connectors;
  ssoConnectors: SsoConnectors;
  ssoConnectorKeys: SsoConnectorKeys;
  ssoAssertions: SsoAssertions;
  usedCredentials: TenantRow<{ digest: string; interactionId: string; expiresAt: number }>;
  ssoCertificates: TenantRow<{ connectorId: string; expiresAt: number; toldDays: number | null }>;
  hooks: Hooks;
  logStreams: LogStreams;
  logStreamProgress: LogStreamProgress;
  domains: Domains;
  customPhrases: TenantRow<{ id: string; languageTag: string; translation: Json<JsonObject> }>;
  customProfileFields: CustomProfileFields;
  emailTemplates: EmailTemplates;
  bundleObjects: BundleObjects;
  drafts: EntityRow<
    Omit<StoredDraft, 'schedule'>,
    'createdAt' | 'publishedAt' | 'changeId' | 'trial' | 'takenBack'
  > & {
    schedule: DefaultJson<DraftSchedule | null>;
  };
  draftRequests: DraftRequests;
  draftComments: DraftComments;
  draftApprovals: TenantRow<{
    draftId: string;
    userId: string;
    fingerprint: string;
    createdAt: Generated<number>;
  }>;
  draftPreviews: TenantRow<{
    id: string;
    draftId: string;
    tokenHash: string;
    author: DraftAuthor;
    createdAt: Generated<number>;
    expiresAt: number;
  }>;
  draftPreviewTesters: TenantRow<{ previewId: string; userId: string }>;
  draftPreviewSessions: TenantRow<{
    previewId: string;
    userId: string;
    tokenHash: string;
    /** Sealed JSON: what the tester has done so far. */
    content: string | null;
    createdAt: Generated<number>;
  }>;
  captchaProviders: CaptchaProviders;
  accountCenters: AccountCenters;
  oneTimeTokens: OneTimeTokens;
  subjectTokens: SubjectTokens;
  secrets: Secrets;
  messages: Messages;
  builtInEmailDays: TenantRow<{ day: number; sentCount: Generated<number> }>;
  smsHours: TenantRow<{
    country: string;
    hour: number;
    askedCount: Generated<number>;
    sentCount: Generated<number>;
    verifiedCount: Generated<number>;
    alarmedAt: number | null;
  }>;
};

type BundleObjects = TenantRow<{
  kind: string;
  objectId: string;
  slug: string;
  appliedHash: string | null;
  secretNames: DefaultJson<Record<string, string>>;
  /** By path: what the last apply wrote, as a mark that only its caller can make again. */
  secretMarks: DefaultJson<Record<string, string>>;
}>;

type DraftAuthor = Json<{ kind: 'user' | 'application'; id: string }>;

type DraftRequests = TenantRow<{
  draftId: string;
  id: string;
  place: number;
  method: DraftMethod;
  path: string;
  /** Sealed JSON: the body, and what the request met when it was added. */
  content: string;
  author: DraftAuthor;
  createdAt: Generated<number>;
}>;

/** The publication of a draft at a time. Its permissions are kept with its job, because the history shows this. */
type DraftSchedule = { id: string; at: number; trial?: NewTrial };

type DraftComments = TenantRow<{
  draftId: string;
  id: string;
  text: string;
  author: DraftAuthor;
  createdAt: Generated<number>;
}>;

type Connectors = TenantRow<{
  id: string;
  connectorId: string;
  /** Sealed JSON. */
  config: Generated<string>;
  metadata: DefaultJson;
  syncProfile: Generated<boolean>;
  enableTokenStorage: Generated<boolean>;
  createdAt: Generated<number>;
}>;

type SsoConnectors = TenantRow<{
  id: string;
  providerName: string;
  connectorName: string;
  /** Sealed JSON. */
  config: Generated<string>;
  domains: DefaultJson<string[]>;
  branding: DefaultJson;
  syncProfile: Generated<boolean>;
  enableTokenStorage: Generated<boolean>;
  createdAt: Generated<number>;
  /** Sealed. */
  signingKey: string | null;
  signingCertificate: string | null;
  idpInitiatedAuthConfig: Json<IdpInitiatedAuthConfig> | null;
  /** Whether the configuration is complete enough for sign-in. */
  isComplete: Generated<boolean>;
}>;

type SsoConnectorKeys = TenantRow<{
  id: string;
  connectorId: string;
  purpose: 'signing' | 'encryption';
  /** Sealed. */
  privateKey: string;
  certificate: string;
  active: Generated<boolean>;
  createdAt: Generated<number>;
  expiresAt: number;
  toldDays: number | null;
}>;

type SsoAssertions = TenantRow<{
  id: string;
  connectorId: string;
  assertionId: string;
  inResponseTo: string | null;
  issuer: string;
  account: Json<JsonObject>;
  session: Json<JsonObject> | null;
  authenticatedAt: number | null;
  isUsed: Generated<boolean>;
  expiresAt: number;
}>;

/** Headers often hold a token of the receiver: they are stored sealed, in one piece. */
export type StoredHookConfig = Omit<Hook['config'], 'headers'> & {
  headers?: string | Record<string, string>;
};

type Hooks = TenantRow<{
  id: string;
  name: Generated<string>;
  event: Hook['event'];
  events: DefaultJson<Hook['events']>;
  config: Json<StoredHookConfig>;
  signingKey: Generated<string>;
  enabled: Generated<boolean>;
  createdAt: Generated<number>;
  turnedOffAt: number | null;
}>;

type LogStreams = TenantRow<{
  id: string;
  name: string;
  enabled: Generated<boolean>;
  config: Json<JsonObject>;
  /** Sealed JSON. */
  secrets: Generated<string>;
  /** Sealed. */
  signingKey: Generated<string>;
  includeChanges: Generated<boolean>;
  createdAt: Generated<number>;
}>;

type LogStreamProgress = TenantRow<{
  streamId: string;
  position: number;
  changeSequence: Generated<number>;
  sentCount: Generated<number>;
  lastSentAt: number | null;
  failures: Generated<number>;
  error: string | null;
  failedAt: number | null;
  nextTryAt: number | null;
}>;

/** Why a custom domain does not work yet, as an error that is shown in the reader's language. */
export type DomainProblem = { code: ErrorCode; data?: Record<string, string> };

type Domains = TenantRow<{
  id: string;
  domain: string;
  /** The protected application that it leads to, instead of the tenant's own pages. */
  applicationId: string | null;
  status: Generated<Domain['status']>;
  problems: DefaultJson<DomainProblem[]>;
  dnsRecords: DefaultJson<DnsRecord[]>;
  cloudflareData: DefaultJson<JsonObject | null>;
  checkedAt: number | null;
  verificationFiles: DefaultJson<JsonObject[]>;
  createdAt: Generated<number>;
}>;

type CustomProfileFields = TenantRow<{
  id: string;
  name: string;
  type: string;
  label: string | null;
  description: string | null;
  required: Generated<boolean>;
  config: DefaultJson;
  createdAt: Generated<number>;
  sieOrder: Generated<number>;
}>;

type EmailTemplates = EntityRow<EmailTemplate, 'createdAt'>;

type CaptchaProviders = TenantRow<{
  id: string;
  /** Without the secret key, which is sealed beside it. */
  config: Json<JsonObject>;
  secretKey: string;
  createdAt: Generated<number>;
  updatedAt: Generated<number>;
}>;

type AccountCenters = TenantRow<{
  id: Generated<string>;
  enabled: Generated<boolean>;
  fields: DefaultJson;
  webauthnRelatedOrigins: DefaultJson<string[]>;
  deleteAccountUrl: string | null;
  customCss: string | null;
  profileFields: DefaultJson<JsonObject[]>;
  personalData: DefaultJson;
}>;

type OneTimeTokens = TenantRow<{
  id: string;
  email: string;
  tokenHash: string;
  /** Sealed. */
  token: string;
  context: DefaultJson;
  status: Generated<string>;
  createdAt: Generated<number>;
  expiresAt: number;
}>;

type SubjectTokens = TenantRow<{
  tokenHash: string;
  userId: string;
  context: DefaultJson;
  creatorId: string;
  createdAt: Generated<number>;
  expiresAt: number;
  consumedAt: number | null;
}>;

type Secrets = TenantRow<{
  id: string;
  userId: string;
  type: Generated<string>;
  /** Sealed JSON. */
  value: string;
  metadata: DefaultJson;
  connectorId: string | null;
  target: string | null;
  ssoConnectorId: string | null;
  issuer: string | null;
  identityId: string;
  createdAt: Generated<number>;
  updatedAt: Generated<number>;
}>;

type Messages = TenantRow<{
  id: Generated<number>;
  channel: string;
  recipient: string;
  templateType: string;
  /** Sealed JSON. */
  payload: string;
  createdAt: Generated<number>;
  sentAt: number | null;
  attempts: Generated<number>;
  retryAt: number | null;
  /** The connector that sends it. */
  connectorId: string | null;
  error: string | null;
}>;
