import { type Row, sortsOf } from '@gatehouse/contract/endpoint.ts';
import { codeSamples } from './code-samples.ts';
import { describeField } from './describe-fields.ts';
import { exampleOf, exampleParameter } from './examples.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import type { Operation } from './operation-ids.ts';
import { errorsOf, responsesOf, statusName } from './refusals.ts';
import { requestExamples } from './request-examples.ts';
import { termFor } from './schema-nouns.ts';
import type { createSchemas, Json } from './schemas.ts';
import { securityOf } from './security.ts';

type Schemas = ReturnType<typeof createSchemas>;

export const describeOperation = (operation: Operation, schemas: Schemas, endpoint: string): Json => {
  const { id, tag, path, row } = operation;
  const body = row.body && bodyExample(operation, schemas);
  const parameters = [...pathParameters(path), ...queryParameters(row, schemas)];
  return {
    operationId: id,
    summary: row.summary,
    description: describe(row),
    tags: [tag.title],
    security: securityOf(row),
    ...(row.permission === 'public' ? {} : { 'x-permission': row.permission }),
    parameters,
    ...requestOf(row, schemas, body),
    responses: responsesOf(operation, successes(row, schemas)),
    'x-errors': errorsOf(operation),
    'x-codeSamples': codeSamples(operation, {
      endpoint,
      body,
      query: queryExample(row, parameters, schemas),
    }),
  };
};

const bodyExample = ({ id, row }: Operation, schemas: Schemas) =>
  requestExamples[id] ??
  (row.body && exampleOf(schemas.schemaOf(row.body, 'input'), schemas.components)) ??
  {};

/** A list is asked for by page, as everything else would not scale; other queries have what they must. */
const queryExample = (row: Row, parameters: readonly Parameter[], { components }: Schemas) =>
  Object.fromEntries([
    ...(row.paging ? [['page', 1] as const, ['page_size', 20] as const] : []),
    ...parameters
      .filter(parameter => parameter.in === 'query' && parameter.required)
      .map(
        ({ name, schema }) =>
          [
            name,
            exampleOf({ type: 'object', required: [name], properties: { [name]: schema } }, components),
          ] as const,
      )
      .map(([name, example]) => [name, (example as Json | undefined)?.[name] ?? 'example'] as const),
  ]);

const code = (values: readonly string[]) => values.map(value => `\`${value}\``).join(', ');

/** Facts for callers that the schemas do not express. */
const describe = (row: Row) =>
  [
    `${row.summary}.`,
    row.paging === 'onRequest' && 'Returns everything unless `page` or `page_size` is sent.',
    row.paging === 'always' && 'Returns one page.',
    row.isStream &&
      'Returns server-sent events until the caller leaves. The data of each is one object of this schema. `Last-Event-ID` continues after an event of the last hour.',
    row.member && `The caller has to be a member of the tenant with \`${row.member}\`.`,
    row.shows && `Machine-to-machine applications also need ${code(row.shows)}.`,
    row.quota && `Counts towards the plan: ${code(row.quota)}.`,
    row.change && row.method !== 'get' && 'Recorded in the history of changes.',
    row.event && `Triggers the webhook event \`${row.event}\`.`,
  ]
    .filter(Boolean)
    .join(' ');

const requestOf = ({ body, takesFile }: Row, schemas: Schemas, example: unknown): Json => {
  if (takesFile)
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } };
  if (!body) return {};
  const isRequired = !body._zod.optin;
  const schema = schemas.schemaOf(body, 'input');
  return { requestBody: { required: isRequired, content: { 'application/json': { schema, example } } } };
};

const form = {
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: 'The content of the file.',
    },
  },
};

/** Setting something answers 201 where it is new; both answers are the object. */
const successes = (row: Row, schemas: Schemas): Record<string, Json> =>
  Object.fromEntries(
    [row.status, ...(row.otherStatus ? [row.otherStatus] : [])].map(status => [
      status,
      {
        description: statusName(status),
        ...(status === 204 ? {} : contentOf(row, schemas)),
        ...(row.paging ? { headers: { 'Total-Number': { $ref: '#/components/headers/TotalNumber' } } } : {}),
      },
    ]),
  );

const contentOf = ({ response, file, isStream }: Row, schemas: Schemas): Json => {
  if (!response) return {};
  const schema = schemas.schemaOf(response, 'output');
  if (isStream) return { content: { 'text/event-stream': { schema } } };
  return { content: file ? files(file) : json(schema, schemas) };
};

const json = (schema: Json, { components }: Schemas) => {
  const example = exampleOf(schema, components);
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
};

const files = (types: readonly string[]) =>
  Object.fromEntries(types.map(type => [type, { schema: { type: 'string' } }]));

type Parameter = { name: string; in: string; required: boolean; schema: Json };

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: describeField('path', name, termBefore(path, name)),
    schema: { type: 'string' },
    example: exampleParameter(name),
  }));

/** The `id` of `/sso-connectors/{id}` is that of an SSO connector. */
const termBefore = (path: string, name: string) =>
  termFor((path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? '').replaceAll('-', ' '));

const queryParameters = (row: Row, schemas: Schemas) => {
  const { properties = {}, required = [] } = (row.query ? schemas.schemaOf(row.query, 'input') : {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const paged = row.paging
    ? { page: { type: 'integer', minimum: 1 }, page_size: { type: 'integer', minimum: 1, maximum: 100 } }
    : {};
  const sorted = row.sort ? { sort: { type: 'string', enum: sortsOf(row) } } : {};
  return Object.entries({ ...paged, ...sorted, ...properties }).map(([name, property]) => {
    const { description: general = describeField('query', name), ...schema } = property as Json;
    const description = fieldDescriptions[`query.${name}`] ?? general;
    return { name, in: 'query', required: required.includes(name), description, schema };
  });
};
