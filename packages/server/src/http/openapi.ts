import { brand } from '@gatehouse/contract/dialect.ts';
import { type Api, type Row, sortsOf } from '@gatehouse/contract/endpoint.ts';
import { errors } from '@gatehouse/contract/errors.ts';
import { httpStatusNames } from '@gatehouse/contract/http-status.ts';
import { z } from 'zod';
import { version } from './version.ts';

type Json = Record<string, unknown>;

/** Prints rows as an OpenAPI 3.1 document. */
export const describeApis = (apis: { prefix: string; api: Api }[], endpoint: string): Json => {
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  for (const { prefix, api } of apis) {
    for (const [area, rows] of Object.entries(api)) {
      const tag = titleOf(area);
      tags.add(tag);
      for (const [name, row] of Object.entries(rows)) {
        const path = `${prefix}${row.path}`.replace(/:(\w+)/g, '{$1}');
        paths[path] = { ...paths[path], [row.method]: describeRow(row, tag, operationId(area, name)) };
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version },
    servers: [{ url: endpoint }],
    security: [{ bearer: [] }],
    tags: [...tags].map(name => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string' },
            message: { type: 'string' },
            data: {},
            details: { type: 'string' },
          },
        },
      },
    },
  };
};

const describeRow = (row: Row, tag: string, id: string): Json => ({
  operationId: id,
  summary: row.summary,
  tags: [tag],
  ...(row.permission === 'public' ? { security: [] } : { 'x-permission': row.permission }),
  parameters: [...pathParameters(row), ...queryParameters(row)],
  ...(row.body ? { requestBody: { required: true, content: json(row.body, 'input') } } : {}),
  responses: {
    [row.status]: {
      description: statusName(row.status),
      ...(row.response ? { content: row.file ? files(row.file) : json(row.response, 'output') } : {}),
      ...(row.paging
        ? {
            headers: {
              'Total-Number': { schema: { type: 'integer' }, description: 'How many there are in all.' },
            },
          }
        : {}),
    },
    ...errorResponses(row),
  },
});

const pathParameters = (row: Row) =>
  [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const queryParameters = (row: Row) => {
  const schema = row.query ? toSchema(row.query, 'input') : {};
  const properties = (schema.properties ?? {}) as Record<string, Json>;
  const paged = row.paging
    ? { page: { type: 'integer', minimum: 1 }, page_size: { type: 'integer', minimum: 1, maximum: 100 } }
    : {};
  const sorted = row.sort ? { sort: { type: 'string', enum: sortsOf(row) } } : {};
  return Object.entries({ ...paged, ...sorted, ...properties }).map(([name, property]) => ({
    name,
    in: 'query',
    required: false,
    schema: property,
  }));
};

const statusName = (status: number) => httpStatusNames[status] ?? '';

/** A row's own errors, by status, besides those that every row can have. */
const errorResponses = (row: Row) => {
  const codes = [
    'guard.invalid_input',
    ...(row.permission === 'public'
      ? []
      : (['auth.unauthorized', 'auth.forbidden', 'auth.insufficient_permissions'] as const)),
    ...(row.errors ?? []),
  ] as const;
  const byStatus = Object.groupBy(codes, code => String(errors[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => [
      status,
      {
        description: `${statusName(Number(status))}: ${(list ?? []).map(code => `\`${code}\``).join(', ')}`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
};

const json = (schema: z.core.$ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: toSchema(schema, io) },
});

const files = (types: readonly string[]) =>
  Object.fromEntries(types.map(type => [type, { schema: { type: 'string' } }]));

const toSchema = (schema: z.core.$ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

const titleOf = (area: string) => {
  const words = area.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const verbs: Readonly<Record<string, string>> = {
  list: 'List',
  create: 'Create',
  read: 'Get',
  update: 'Update',
  delete: 'Delete',
};

/** ListResources, CreateResource, ListResourceScopes … */
const operationId = (area: string, name: string) => {
  const plural = area.charAt(0).toUpperCase() + area.slice(1);
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  const [, verb = name, rest = ''] = /^([a-z]+)(.*)$/.exec(name) ?? [];
  const action = verbs[verb] ?? verb.charAt(0).toUpperCase() + verb.slice(1);
  const noun = name === 'list' ? plural : singular;
  return `${action}${noun}${rest}`;
};
