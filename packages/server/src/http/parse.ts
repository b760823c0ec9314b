import type { Row } from '@gatehouse/contract/endpoint.ts';
import { isErrorCode } from '@gatehouse/contract/errors.ts';
import { managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import { explain } from '@gatehouse/contract/validation.ts';
import { z } from 'zod';
import { RequestError } from '../request-error.ts';

/** The query and the body as the row wants them, or the error that names each wrong field. */
export const parseRequest = (row: Row, request: { query: unknown; body: unknown }) => ({
  query: row.query ? parse(row.query, request.query, 'query') : {},
  body: row.body ? parse(row.body, withoutEcho(row, request.body ?? {}), 'body') : undefined,
});

/** Of objects of the management API that clients of the dialect read before, and send back changed. */
const echoed: Partial<Record<Row['method'], readonly string[]>> = {
  post: ['tenantId'],
  put: ['tenantId'],
  patch: ['tenantId', 'id', 'createdAt'],
};

const ofManagement: ReadonlySet<string> = new Set(managementPermissions);

/** Without what an object cannot have changed, where the row has no field of that name. */
const withoutEcho = ({ method, body, change, permission }: Row, value: unknown) => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!change || !ofManagement.has(permission) || !isObject || !(body instanceof z.ZodObject)) return value;
  const left = echoed[method]?.filter(name => !(name in body.shape)) ?? [];
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.includes(name)));
};

/** Rules that the dialect answers with its code for what cannot be done, next to their own for the field. */
const impossible: readonly string[] = ['validation.future_time', 'validation.exclusive'];

/** In the dialect an address that is none is a wrong field like others. The field still says which. */
const format = 'user.invalid_email';

const codeOf = (code: string) => (impossible.includes(code) ? 'request.invalid_input' : code);

const parse = (schema: z.core.$ZodType, value: unknown, part: 'query' | 'body') => {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const violations = violationsOf(result.error, value, part);
  // A rule can have its own error code. The first broken rule decides.
  const codes = violations.map(({ code }) => codeOf(code)).filter(code => code !== format);
  const own = codes.find(isErrorCode);
  throw new RequestError(own ?? 'guard.invalid_input', { violations });
};

/** The errors, field by field. The path shows whether a field is a query parameter or part of the body. */
export const violationsOf = (error: z.core.$ZodError, value: unknown, part: 'query' | 'body') =>
  explain(error, value).map(({ path, code, values }) => ({
    path: [...(part === 'query' ? ['query'] : []), ...path.map(String)].join('.') || part,
    code,
    values,
  }));

/**
 * Only fields that the row names are sent. A response that does not match the row is our bug: tests must see it, but
 * users still get the response.
 */
export const presentAnswer = (
  row: Row,
  answer: unknown,
  onMismatch: (error: z.core.$ZodError) => void,
): unknown => {
  if (!row.response) return undefined;
  const result = z.safeParse(row.response, answer);
  if (result.success) return result.data;
  onMismatch(result.error);
  return answer;
};
