import type { z } from 'zod';
import type { ErrorCode, Violation } from './errors.ts';

/** The error of a field: the key of a phrase, and the values for its placeholders. */
export type Explanation = {
  path: readonly PropertyKey[];
  code: ErrorCode | Violation;
  values: Readonly<Record<string, string | number>>;
};

/** The part of a schema error that is read here. */
export type Issues = { issues: readonly z.core.$ZodIssue[] };

/**
 * Codes differ from the schema library's own sentences by their shape, so that a form need not load the error table.
 */
const isCode = (message: string): message is ErrorCode | Violation => /^\w+(?:\.\w+)+$/.test(message);

const sizeCodes = {
  string: ['validation.too_short', 'validation.too_long'],
  array: ['validation.too_few', 'validation.too_many'],
  number: ['validation.too_small', 'validation.too_big'],
} as const;

const sizeCodesOf = (origin: string) =>
  origin === 'string' || origin === 'array' ? sizeCodes[origin] : sizeCodes.number;

const valueAt = (input: unknown, path: readonly PropertyKey[]) => {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
};

/** The value that was sent, named like its field, for phrases that repeat it. */
const sentValue = (input: unknown, path: readonly PropertyKey[]): Explanation['values'] => {
  const value = valueAt(input, path);
  return typeof value === 'string' ? { [String(path.at(-1))]: value } : {};
};

const explainIssue = (issue: z.core.$ZodIssue, input: unknown): Explanation[] => {
  const { path, message } = issue;
  if (isCode(message)) return [{ path, code: message, values: sentValue(input, path) }];
  if (issue.code !== 'unrecognized_keys' && valueAt(input, path) === undefined) {
    return [{ path, code: 'validation.required', values: {} }];
  }
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return [{ path, code: 'validation.integer', values: {} }];
      return [{ path, code: 'validation.type', values: { expected: issue.expected } }];
    case 'too_small': {
      const minimum = Number(issue.minimum);
      const isEmptyText = issue.origin === 'string' && minimum === 1;
      const code = isEmptyText ? 'validation.required' : sizeCodesOf(issue.origin)[0];
      return [{ path, code, values: { minimum } }];
    }
    case 'too_big':
      return [{ path, code: sizeCodesOf(issue.origin)[1], values: { maximum: Number(issue.maximum) } }];
    case 'invalid_value':
      return [{ path, code: 'validation.option', values: { options: issue.values.map(String).join(', ') } }];
    case 'unrecognized_keys':
      return issue.keys.map(key => ({
        path: [...path, key],
        code: 'validation.unknown_field',
        values: { keys: key },
      }));
    case 'invalid_format':
      return [{ path, code: issue.format === 'url' ? 'validation.url' : 'validation.invalid', values: {} }];
    case 'invalid_union': {
      // The first variant of a union is the usual one, so its errors help most.
      const [usual = []] = issue.errors;
      if (usual.length === 0) return [{ path, code: 'validation.invalid', values: {} }];
      return usual.flatMap(inner => explainIssue({ ...inner, path: [...path, ...inner.path] }, input));
    }
    default:
      return [{ path, code: 'validation.invalid', values: {} }];
  }
};

/**
 * The issues of a schema in the words of the phrases, the same on the server and in a form. Our own rules have their
 * code as the message. Built-in ones are recognized by their kind.
 */
export const explain = ({ issues }: Issues, input: unknown): Explanation[] =>
  issues.flatMap(issue => explainIssue(issue, input));
