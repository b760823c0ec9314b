import type { Row, RowError } from '@gatehouse/contract/endpoint.ts';
import { type ErrorCode, errors } from '@gatehouse/contract/errors.ts';
import { httpStatusNames } from '@gatehouse/contract/http-status.ts';
import { z } from 'zod';
import { bundleKinds } from '../bundles/kinds.ts';
import type { Operation } from './operation-ids.ts';
import type { Json } from './schemas.ts';

export const statusName = (status: number) => httpStatusNames[status] ?? '';

/** The errors that an operation can answer. */
export const errorsOf = (operation: Operation): { code: ErrorCode; status: number }[] => {
  const list = rowErrors(operation).map(error =>
    typeof error === 'string' ? { code: error, status: errors[error] } : error,
  );
  const distinct = new Map(list.map(error => [`${error.status} ${error.code}`, error]));
  return [...distinct.values()].toSorted((one, other) => one.status - other.status);
};

const errorSchema = { $ref: '#/components/schemas/Error' };

/** The answers by status, with those that refuse a request; one of them may also be the outcome of a check. */
export const responsesOf = (operation: Operation, answers: Readonly<Record<string, Json>>): Json => {
  const byStatus = Map.groupBy(errorsOf(operation), ({ status }) => status);
  const refused = [...byStatus].map(([status, list]) => [
    status,
    {
      description: `${statusName(status)}: ${list.map(({ code }) => `\`${code}\``).join(', ')}`,
      content: { 'application/json': { schema: schemaBeside(answers[status]) } },
    },
  ]);
  return { ...answers, ...Object.fromEntries(refused) };
};

type Content = { content?: { 'application/json'?: { schema: Json } } };

const schemaBeside = (answer: Json | undefined): Json => {
  const own = (answer as Content | undefined)?.content?.['application/json']?.schema;
  return own ? { oneOf: [own, errorSchema] } : errorSchema;
};

/** The errors that come before the handler, and those that the row names. */
const rowErrors = ({ api, row }: Operation): readonly RowError[] => [
  ...(row.query || row.body || row.sort ? (['guard.invalid_input'] as const) : []),
  ...(row.paging ? (['guard.invalid_pagination'] as const) : []),
  ...(row.body || row.takesFile || isSearch(row) ? (['request.invalid_input'] as const) : []),
  ...(row.body ? (['request.body_too_large'] as const) : []),
  ...(row.takesFile ? (['request.unsupported_media_type', 'request.body_too_large'] as const) : []),
  ...(row.permission === 'public' ? publicErrors : tokenErrors(api, row)),
  ...(row.path.includes(':') ? (row.unknown ?? missing[row.method]) : []),
  ...(row.quota ? (['subscription.limit_exceeded'] as const) : []),
  ...(isManaged(row) ? (['bundle.managed_as_code', 'draft.required'] as const) : []),
  ...(row.perAddress ? (['request.address_rate_limited'] as const) : []),
  ...(row.errors ?? []),
  'request.timeout',
  'server.busy',
  'server.unavailable',
];

/** Searches refuse what they cannot search for with the code that broken JSON gets. */
const isSearch = ({ query }: Row) => query instanceof z.ZodObject && 'search' in query.shape;

const managedKinds = new Set<string>(bundleKinds.map(({ entity }) => entity));

/** People are refused what files say of the tenant, in the console and with their own token. */
const isManaged = ({ change, permission }: Row) =>
  change !== undefined && managedKinds.has(change) && permission.endsWith(':write');

/** The codes of the dialect: it looks an object up, or changes or deletes it without looking. */
const missing: Readonly<Record<Row['method'], readonly RowError[]>> = {
  get: ['entity.not_exists_with_id'],
  post: ['entity.not_exists_with_id'],
  put: ['entity.not_exists_with_id'],
  patch: ['entity.not_exists_with_id', 'entity.not_exists'],
  delete: ['entity.not_exists_with_id', 'entity.not_found'],
};

/** Public operations are how clients find out which tenant an address belongs to. */
const publicErrors = ['request.unknown_host'] as const;

const noToken = [
  'auth.authorization_header_missing',
  'auth.authorization_token_type_not_supported',
  'auth.unauthorized',
] as const;

const tokenErrors = (api: string, row: Row): readonly ErrorCode[] => {
  if (api !== 'account') return [...noToken, 'auth.forbidden', 'auth.insufficient_permissions'];
  const isForAll = row.method === 'get' && !row.isFirstParty;
  return isForAll ? noToken : [...noToken, 'auth.third_party_application_forbidden'];
};
