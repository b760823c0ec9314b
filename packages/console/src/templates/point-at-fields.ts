import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import { type FieldError, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { HttpError } from '../request.ts';

/** What is taken already, by the name that the forms give its field. */
const fieldsOfCodes: { readonly [Code in ErrorCode]?: string } = {
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

/** Puts what the server refuses on the fields that it is about, and the cursor in the first of them. */
export const pointAtFields = <Values extends FieldValues>(error: unknown, form: UseFormReturn<Values>) => {
  if (!(error instanceof HttpError)) {
    if (error instanceof Error) return;
    throw error;
  }
  const { path: broken } = (error.body?.data ?? {}) as { path?: unknown };
  const path = Array.isArray(broken) ? broken.join('.') : fieldsOfCodes[error.code as ErrorCode];
  const issues = [...error.issues, ...(path ? [{ path, message: error.message }] : [])];
  for (const [index, issue] of issues.entries()) {
    const field = fieldAt(issue.path, form.getValues()) as Path<Values>;
    form.setError(field, { message: issue.message }, { shouldFocus: index === 0 });
  }
};

/** The field that a path of the request is about: forms leave out what the request wraps its parts in. */
const fieldAt = (path: string, values: FieldValues) => {
  const names = path.split('.');
  const inner = names.map((_, start) => names.slice(start));
  const outer = inner.flatMap(rest => rest.map((_, cut) => rest.slice(0, rest.length - cut)));
  const field = [...inner, ...outer].find(each => isValue(get(values, each.join('.'))));
  return field?.join('.') ?? path;
};

const isValue = (value: unknown) =>
  value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value));

/** What is wrong with a field, or else with the first of its parts that is wrong. */
export const messageOf = (error: FieldError | undefined): string | undefined =>
  error?.message ??
  (Array.isArray(error) ? error.map(messageOf).find(message => message !== undefined) : undefined);
