import type { InvalidationTopic } from './tables.ts';

/** Columns (as the database names them) whose values never enter a change: only their fingerprints do. */
const secretColumnsByTable: Readonly<Record<string, string[]>> = {
  applications: ['secret'],
  application_secrets: ['value'],
  captcha_providers: ['secret_key'],
  connectors: ['config'],
  hooks: ['signing_key'],
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
  personal_access_tokens: 'value',
  saml_application_secrets: 'private_key',
  secrets: 'value',
  sso_connector_keys: 'private_key',
  subject_tokens: 'token_hash',
};

/** What is told of and never undone: what a tenant is for comes with its plan. */
export const lastingTables: readonly string[] = ['tenants'];

/** What caches must hear when a row of a table changes. */
export const invalidatedBy: Record<string, InvalidationTopic[]> = {
  tenants: ['tenant'],
  applications: ['clients'],
  application_secrets: ['clients'],
  applications_roles: ['clients', 'roles'],
  users: ['people'],
  users_roles: ['people'],
  resources: ['resources'],
  scopes: ['resources', 'roles'],
  roles: ['roles'],
  roles_scopes: ['roles'],
  configs: ['keys'],
  sign_in_experiences: ['sign-in-experience'],
  application_sign_in_experiences: ['sign-in-experience'],
  captcha_providers: ['sign-in-experience'],
  connectors: ['sign-in-experience'],
  custom_phrases: ['sign-in-experience'],
  custom_profile_fields: ['sign-in-experience'],
  sso_connectors: ['sign-in-experience'],
  person_keys: ['person-keys'],
  organization_users: ['members'],
  organization_user_roles: ['members'],
  organization_role_scopes: ['members'],
  organization_applications: ['members'],
  organization_application_roles: ['members'],
  organization_role_resource_scopes: ['members'],
  domains: ['domains'],
};
