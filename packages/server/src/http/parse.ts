import type { Row } from '@gatehouse/contract/endpoint.ts';
import { z } from 'zod';
import { RequestError } from '../domain/request-error.ts';
import { isErrorCode } from './errors.ts';

/** The query and the body as the row wants them, or the error that names each wrong field. */
export const parseRequest = (row: Row, request: { query: unknown; body: unknown }) => ({
  query: row.query ? parse(row.query, request.query, 'query') : {},
  body: row.body ? parse(row.body, request.body ?? {}, 'body') : undefined,
});

const parse = (schema: z.core.$ZodType, value: unknown, part: 'query' | 'body') => {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(issue => describe(issue, part));
  // A rule can carry the code of its own error; the first broken one decides.
  const code = result.error.issues.map(({ message }) => message).find(isErrorCode);
  throw new RequestError(code ?? 'guard.invalid_input', {
    data: { issues },
    details: issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
  });
};

const describe = (issue: z.core.$ZodIssue, part: string) => {
  const path = [...(part === 'query' ? ['query'] : []), ...issue.path.map(String)];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({ path: [...path, key].join('.'), message: 'This field is not known.' }));
  }
  return [{ path: path.join('.') || part, message: issue.message }];
};

/**
 * What leaves is what the row says: fields that it does not name are cut off. An answer that breaks the row is our
 * mistake; tests must see it, users get the answer.
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
