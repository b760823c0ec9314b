import type { Generated } from 'kysely';
import type { DefaultJson, Json, JsonObject, ReadOnly, SearchableRow, TenantRow } from './row-types.ts';

/** Applications with all that hangs from them. */
export type ApplicationTables = {
  applications: Applications;
  searchableApplications: SearchableRow & { name: ReadOnly<string>; description: ReadOnly<string | null> };
  applicationSecrets: ApplicationSecrets;
  applicationsRoles: TenantRow<{ applicationId: string; roleId: string }>;
  applicationSignInExperiences: ApplicationSignInExperiences;
  applicationConsentOrganizationScopes: TenantRow<{ applicationId: string; organizationScopeId: string }>;
  applicationConsentResourceScopes: TenantRow<{ applicationId: string; scopeId: string }>;
  applicationConsentOrganizationResourceScopes: TenantRow<{ applicationId: string; scopeId: string }>;
  applicationConsentUserScopes: TenantRow<{ applicationId: string; userScope: string }>;
  applicationConsentOrganizations: TenantRow<{
    applicationId: string;
    userId: string;
    organizationId: string;
  }>;
  cimdConsentOrganizations: TenantRow<{ clientId: string; userId: string; organizationId: string }>;
  clientRegistrations: ClientRegistrations;
  initialAccessTokens: InitialAccessTokens;
  applicationAccessUsers: TenantRow<{ applicationId: string; userId: string }>;
  applicationAccessUserRoles: TenantRow<{ applicationId: string; roleId: string }>;
  applicationAccessOrganizations: TenantRow<{ applicationId: string; organizationId: string }>;
  applicationAccessOrganizationRoles: TenantRow<{
    applicationId: string;
    organizationId: string;
    organizationRoleId: string;
  }>;
  samlApplicationConfigs: SamlApplicationConfigs;
  samlApplicationSecrets: SamlApplicationSecrets;
  samlSessions: SamlSessions;
  samlLogouts: TenantRow<{
    id: string;
    requestId: string | null;
    state: Json<JsonObject>;
    expiresAt: number;
  }>;
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
  appLevelAccessControlEnabled: Generated<boolean>;
  isPkceRequired: Generated<boolean>;
  createdAt: Generated<number>;
}>;

type ClientRegistrations = TenantRow<{
  applicationId: string;
  tokenHash: string | null;
  previousTokenHash: string | null;
  initialAccessTokenName: string | null;
  metadata: DefaultJson;
  lastUsedAt: number | null;
  createdAt: Generated<number>;
}>;

type InitialAccessTokens = TenantRow<{
  id: string;
  name: string;
  tokenHash: string;
  expiresAt: number | null;
  maximumUses: number | null;
  useCount: Generated<number>;
  createdAt: Generated<number>;
}>;

type ApplicationSecrets = TenantRow<{
  applicationId: string;
  name: string;
  value: string;
  createdAt: Generated<number>;
  expiresAt: number | null;
}>;

type ApplicationSignInExperiences = TenantRow<{
  applicationId: string;
  color: DefaultJson;
  branding: DefaultJson;
  customCss: string | null;
  termsOfUseUrl: string | null;
  privacyPolicyUrl: string | null;
  displayName: string | null;
}>;

type SamlApplicationConfigs = TenantRow<{
  applicationId: string;
  attributeMapping: DefaultJson;
  entityId: string | null;
  acsUrl: DefaultJson<JsonObject | null>;
  encryption: DefaultJson<JsonObject | null>;
  nameIdFormat: Generated<string>;
  signedElement: Generated<string>;
  requestSigning: DefaultJson<JsonObject | null>;
  idpInitiated: DefaultJson<JsonObject | null>;
  singleLogout: DefaultJson<JsonObject | null>;
  otherAcsUrls: DefaultJson<JsonObject[]>;
  metadataUrl: string | null;
  metadataCheckedAt: number | null;
  metadataRefreshedAt: number | null;
  metadataError: string | null;
}>;

type SamlSessions = TenantRow<{
  sessionUid: string;
  peerKind: 'application' | 'connector';
  peerId: string;
  userId: string;
  nameId: string;
  nameIdFormat: string | null;
  sessionIndex: string | null;
  createdAt: Generated<number>;
}>;

type SamlApplicationSecrets = TenantRow<{
  id: string;
  applicationId: string;
  privateKey: string;
  certificate: string;
  active: Generated<boolean>;
  createdAt: Generated<number>;
  expiresAt: number;
  toldDays: number | null;
}>;
