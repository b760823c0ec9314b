import type { SuspensionReason } from '@gatehouse/contract/users.ts';
import type { Generated } from 'kysely';
import type { DefaultJson, JsonObject, ReadOnly, SearchableRow, TenantRow } from './row-types.ts';

/** Users, what hangs from them, and how many there are. */
export type UserTables = {
  users: Users;
  usersRoles: TenantRow<{ userId: string; roleId: string }>;
  userSsoIdentities: UserSsoIdentities;
  personalAccessTokens: PersonalAccessTokens;
  personKeys: PersonKeys;
  tenantKeys: TenantRow<{ purpose: string; key: string }>;
  searchableUsers: SearchableUsers;
  dailyUsers: TenantRow<{ date: string; count: number }>;
  dailyActiveUsers: TenantRow<{ date: string; userId: string }>;
  dailyActivity: TenantRow<{ date: string; daily: number; weekly: number; monthly: number }>;
  dailyTokenUsage: TenantRow<{
    date: string;
    userTokens: Generated<number>;
    machineTokens: Generated<number>;
  }>;
  dailyInteractions: TenantRow<{ date: string; key: string; outcome: string; count: number }>;
  /** Not yet added to those of the day. */
  interactionCounts: TenantRow<{
    id: Generated<number>;
    date: string;
    key: string;
    outcome: string;
    count: number;
  }>;
  applicationHours: TenantRow<ApplicationHour>;
  applicationDays: TenantRow<{ applicationId: string; date: string; signIns: number; failures: number }>;
  /** Not yet added to those of the hour. */
  applicationCounts: TenantRow<{ id: Generated<number> } & ApplicationHour>;
};

type ApplicationHour = {
  applicationId: string;
  hour: number;
  signIns: number;
  failures: number;
  lastSignInAt: number | null;
};

type Users = TenantRow<{
  id: string;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  isEmailVerified: Generated<boolean>;
  isPhoneVerified: Generated<boolean>;
  name: string | null;
  avatar: string | null;
  profile: DefaultJson;
  identities: DefaultJson;
  customData: DefaultJson;
  mfaVerifications: DefaultJson<JsonObject[]>;
  mfaConfig: DefaultJson;
  passwordEncrypted: string | null;
  passwordEncryptionMethod: string | null;
  passwordChangedAt: number | null;
  isPasswordExpired: Generated<boolean>;
  passwordResetBy: string | null;
  /** When the password or a factor last changed: what signed in before that is over, except the session that did it. */
  credentialsChangedAt: number | null;
  credentialsChangedIn: string | null;
  applicationId: string | null;
  cimdClientId: string | null;
  isSuspended: Generated<boolean>;
  /** When the account is erased; null unless the user asked for it. */
  deletionDueAt: number | null;
  suspensionReason: SuspensionReason | null;
  lastSignInAt: number | null;
  createdAt: Generated<number>;
  updatedAt: Generated<number>;
}>;

type UserSsoIdentities = TenantRow<{
  id: string;
  userId: string;
  issuer: string;
  identityId: string;
  detail: DefaultJson;
  ssoConnectorId: string;
  createdAt: Generated<number>;
  updatedAt: Generated<number>;
}>;

type PersonalAccessTokens = TenantRow<{
  userId: string;
  name: string;
  value: string;
  valueHash: string;
  createdAt: Generated<number>;
  expiresAt: number | null;
}>;

type PersonKeys = TenantRow<{
  subject: string;
  key: string | null;
  createdAt: Generated<number>;
  deletedAt: number | null;
  erasedAt: number | null;
}>;

type SearchableUsers = SearchableRow & {
  username: ReadOnly<string | null>;
  primaryEmail: ReadOnly<string | null>;
  primaryPhone: ReadOnly<string | null>;
  name: ReadOnly<string | null>;
  identities: ReadOnly<JsonObject>;
  createdAt: ReadOnly<number>;
};
