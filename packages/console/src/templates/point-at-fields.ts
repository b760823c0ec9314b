import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import { type FieldError, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { HttpError, type Issue } from '../request.ts';

/** Form fields by the error code for a value that is already in use. */
const fieldsOfCodes: { readonly [Code in ErrorCode]?: string } = {
  'application.saml.entity_id_in_use': 'entityId',
  'application.secret_name_exists': 'name',
  'custom_profile_fields.name_exists': 'name',
  'domain.hostname_already_exists': 'domain',
  'resource.resource_identifier_in_use': 'indicator',
  'role.name_in_use': 'name',
  'scope.name_exists': 'name',
  'single_sign_on.duplicate_connector_name': 'connectorName',
  'user.email_already_in_use': 'primaryEmail',
  'user.personal_access_token_name_exists': 'name',
  'user.phone_already_in_use': 'primaryPhone',
  'user.username_already_in_use': 'username',
};

/** Form fields for request fields that hold IDs or have another name. */
const fieldsOfRequests: Readonly<Record<string, readonly string[]>> = {
  applicationIds: ['added'],
  contextSample: ['event'],
  emailDomain: ['emailDomains'],
  environmentVariables: ['variables'],
  expiresAt: ['lifetime'],
  organizationIds: ['organizations'],
  organizationRoleIds: ['roles'],
  organizationRoleRules: ['organizationRoles'],
  organizationScopeIds: ['permissions'],
  password: ['password.text'],
  resourceScopeIds: ['permissions'],
  rotationGracePeriod: ['gracePeriod'],
  scopeIds: ['permissions'],
  signingKeyAlgorithm: ['algorithm'],
  ssoConnectorIds: ['ssoConnectors'],
  userIds: ['added', 'users'],
  userRoleIds: ['userRoles'],
};

/** Puts what the server refuses on the fields that it is about, and the cursor in the first of them. */
export const pointAtFields = <Values extends FieldValues>(error: unknown, form: UseFormReturn<Values>) => {
  if (!(error instanceof HttpError)) {
    if (error instanceof Error) return;
    throw error;
  }
  for (const [index, issue] of issuesOf(error).entries()) {
    const field = fieldAt(issue.path, form.getValues()) as Path<Values> | undefined;
    if (field) form.setError(field, { message: issue.message }, { shouldFocus: index === 0 });
  }
};

/** The fields an error is about. An error that names none is assigned by forms with a single field. */
const issuesOf = (error: HttpError): readonly Issue[] => {
  if (error.issues.length > 0) return error.issues;
  const { code, message } = error;
  const data = (error.body?.data ?? {}) as Record<string, unknown>;
  if (Array.isArray(data.path)) return [{ path: data.path.join('.'), message }];
  // By the field of the request that named the missing thing.
  const paths = code === 'entity.relation_foreign_key_not_found' ? Object.keys(data) : [];
  const [path = fieldsOfCodes[code as ErrorCode] ?? ''] = paths;
  return refusals.includes(error.status) ? [{ path, message }] : [];
};

const refusals: readonly number[] = [404, 409, 422];

/**
 * The field that a path of the request is about. Forms leave out what the request wraps its parts in, and group what
 * several requests save.
 */
const fieldAt = (path: string, values: FieldValues) => {
  const names = path.split('.');
  const inner = names.map((_, start) => names.slice(start));
  const outer = inner.flatMap(rest => rest.map((_, cut) => rest.slice(0, rest.length - cut)));
  const picked = names.flatMap(name => fieldsOfRequests[name] ?? []);
  const wanted = [...[...inner, ...outer].map(each => each.join('.')), ...picked];
  const groups = Object.keys(values).filter(key => !isValue(values[key]));
  const grouped = groups.flatMap(group => wanted.map(each => `${group}.${each}`));
  const [only, ...others] = Object.keys(values);
  const field = [...wanted, ...grouped].find(each => isValue(get(values, each)));
  return field ?? (others.length === 0 ? only : undefined);
};

const isValue = (value: unknown) =>
  value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value));

/** The error message of a field, or else of its first invalid part. */
export const messageOf = (error: FieldError | undefined): string | undefined =>
  error?.message ??
  (Array.isArray(error) ? error.map(messageOf).find(message => message !== undefined) : undefined);
