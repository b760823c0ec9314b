import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import { TooManyValuesError } from '../database/sender.ts';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import { RequestError } from '../request-error.ts';

/** The error code for a violation of each unique index. */
const uniqueIndexes: Readonly<Record<string, ErrorCode>> = {
  resources_indicator: 'resource.resource_identifier_in_use',
  scopes_name: 'scope.name_exists',
  roles_name: 'role.name_in_use',
  roles_scopes_pkey: 'role.scope_exists',
  applications_roles_pkey: 'role.application_exists',
  application_secrets_pkey: 'application.secret_name_exists',
  applications_protected_host: 'application.protected_application_subdomain_exists',
  saml_application_configs_entity: 'application.saml.entity_id_in_use',
  personal_access_tokens_pkey: 'user.personal_access_token_name_exists',
  user_sso_identities_identity: 'user.identity_already_in_use',
  users_roles_pkey: 'role.user_exists',
  custom_profile_fields_name: 'custom_profile_fields.name_exists',
  domains_host: 'domain.hostname_already_exists',
  domains_name: 'domain.hostname_already_exists',
  sign_in_experiences_username_policy: 'sign_in_experiences.username_policy_case_conflicts_exist',
  sso_connectors_name: 'single_sign_on.duplicate_connector_name',
  users_username: 'user.username_already_in_use',
  users_primary_email: 'user.email_already_in_use',
  users_primary_phone: 'user.phone_already_in_use',
};

/** The field that a form should point at, where the code does not name it. */
const fieldsOfIndexes: Readonly<Record<string, readonly string[]>> = {
  applications_protected_host: ['protectedAppMetadata', 'subDomain'],
  organization_roles_name: ['name'],
  organization_scopes_name: ['name'],
};

/** Others were faster, or the database is too slow: the same request may succeed in a moment. */
const passing = new Set(['40001', '40P01', '55P03', '57014']);

/** PostgreSQL's error classes 22 (data) and 23 (integrity) are the caller's mistakes; everything else is ours. */
export const databaseError = (error: unknown): RequestError | undefined => {
  if (error instanceof DatabaseUnavailableError)
    return new RequestError('server.unavailable', { cause: error, retryAfterSeconds: 2 });
  if (error instanceof TooManyValuesError) return new RequestError('entity.invalid_input', { cause: error });
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (passing.has(String(error.code)))
    return new RequestError('server.busy', { cause: error, retryAfterSeconds: 2 });
  const constraint = 'constraint' in error ? String(error.constraint) : '';
  switch (error.code) {
    case '23505':
      return new RequestError(uniqueIndexes[constraint] ?? 'entity.unique_integrity_violation', {
        cause: error,
        ...(fieldsOfIndexes[constraint] ? { data: { path: fieldsOfIndexes[constraint] } } : {}),
      });
    case '23503':
      return new RequestError('entity.relation_foreign_key_not_found', { cause: error });
    case '23502':
    case '23514':
      return new RequestError('entity.db_constraint_violated', { cause: error });
    case '22001':
      return new RequestError('entity.value_too_long', { cause: error });
    default:
      // Class 22 is about data: a null byte in a text, a number out of range, a pattern that is none.
      return String(error.code).startsWith('22')
        ? new RequestError('entity.invalid_input', { cause: error })
        : undefined;
  }
};
