import { snakeCase } from './catalog.ts';
import type { InvalidationTopic, TableName } from './tables.ts';

/** Columns (as the database names them) whose values never enter a change: only their fingerprints do. */
const secretColumnsByTable: Readonly<Record<string, string[]>> = {
  applications: ['secret'],
  application_secrets: ['value'],
  captcha_providers: ['secret_key'],
  client_registrations: ['token_hash'],
  connectors: ['config'],
  hooks: ['signing_key'],
  initial_access_tokens: ['token_hash'],
  log_streams: ['secrets', 'signing_key'],
  person_keys: ['key'],
  personal_access_tokens: ['value', 'value_hash'],
  saml_application_secrets: ['private_key'],
  secrets: ['value'],
  sso_connector_keys: ['private_key'],
  sso_connectors: ['config', 'signing_key'],
  subject_tokens: ['token_hash'],
  users: ['password_encrypted', 'mfa_verifications'],
};

const secretConfigs = new Set(['oidc.privateKeys', 'oidc.companionKeys', 'oidc.cookieKeys']);

export const secretColumns = (table: string, row: Record<string, unknown>): string[] => {
  if (table === 'configs') return secretConfigs.has(String(row.key)) ? ['value'] : [];
  return secretColumnsByTable[table] ?? [];
};

/** Rows of these tables are nothing without this secret: undoing a deletion cannot bring them back. */
export const essentialSecrets: Readonly<Record<string, string>> = {
  application_secrets: 'value',
  captcha_providers: 'secret_key',
  configs: 'value',
  initial_access_tokens: 'token_hash',
  personal_access_tokens: 'value',
  saml_application_secrets: 'private_key',
  secrets: 'value',
  sso_connector_keys: 'private_key',
  subject_tokens: 'token_hash',
};

/** What is told of and never undone: what a tenant is for comes with its plan. */
export const lastingTables: readonly string[] = ['tenants'];

/**
 * What caches must hear when a recorded row of a table changes, whoever writes it and however: undone changes too. What
 * is not recorded is told by whoever writes it.
 */
const topicsByTable: Partial<Record<TableName, readonly InvalidationTopic[]>> = {
  tenants: ['tenant'],
  applications: ['clients'],
  applicationSecrets: ['clients'],
  applicationConsentUserScopes: ['clients'],
  applicationConsentResourceScopes: ['clients'],
  applicationConsentOrganizationScopes: ['clients'],
  applicationConsentOrganizationResourceScopes: ['clients'],
  applicationsRoles: ['clients', 'roles'],
  clientRegistrations: ['clients'],
  users: ['people'],
  usersRoles: ['people'],
  resources: ['clients', 'resources', 'roles'],
  scopes: ['clients', 'resources', 'roles'],
  roles: ['roles'],
  rolesScopes: ['roles'],
  configs: ['keys'],
  signInExperiences: ['sign-in-experience'],
  applicationSignInExperiences: ['sign-in-experience'],
  captchaProviders: ['sign-in-experience'],
  connectors: ['sign-in-experience'],
  customPhrases: ['sign-in-experience'],
  customProfileFields: ['sign-in-experience'],
  ssoConnectors: ['sign-in-experience'],
  personKeys: ['person-keys'],
  organizations: ['members'],
  organizationScopes: ['clients', 'keys', 'members'],
  organizationRoles: ['members'],
  organizationUsers: ['members'],
  organizationUserRoles: ['members'],
  organizationRoleScopes: ['members'],
  organizationApplications: ['members'],
  organizationApplicationRoles: ['members'],
  organizationRoleResourceScopes: ['members'],
  domains: ['clients', 'domains'],
};

const topicsBySqlName = new Map(
  Object.entries(topicsByTable).map(([table, topics]) => [snakeCase(table), topics]),
);

/** For a table as the database names it. */
export const topicsOf = (table: string): readonly InvalidationTopic[] => topicsBySqlName.get(table) ?? [];
