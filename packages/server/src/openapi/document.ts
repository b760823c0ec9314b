import { brand } from '@gatehouse/contract/dialect.ts';
import { errors } from '@gatehouse/contract/errors.ts';
import { version } from '../version.ts';
import { explainError } from './error-remedies.ts';
import type { Operation } from './operation-ids.ts';
import { describeOperation } from './operations.ts';
import { errorsOf } from './refusals.ts';
import { createSchemas, type Json } from './schemas.ts';
import { securitySchemes } from './security.ts';

/** The addresses of a tenant, and of the console with its own APIs. */
type Addresses = { endpoint: string; console: string };

/** Prints operations as an OpenAPI 3.1 document. */
export const describeOperations = (
  operations: readonly Operation[],
  { endpoint, console, contact }: Addresses & { contact: { name: string; email?: string } },
): Json => {
  const schemas = createSchemas(operations);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { api, path, row } = operation;
    const isOfConsole = consoleApis.has(api);
    const servers = isOfConsole ? { servers: [{ url: console }] } : {};
    const description = describeOperation(operation, schemas, isOfConsole ? console : endpoint);
    paths[path] = { ...paths[path], [row.method]: { ...description, ...servers } };
  }
  const groups = Map.groupBy(operations, ({ api }) => groupTitles[api] ?? api);
  const tags = new Map(operations.map(({ tag }) => [tag.title, tag.description]));
  const rows = operations.map(({ row }) => row);
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} API`,
      version,
      description:
        'Errors have a `code` for programs and a `message` for people. Times are milliseconds since the epoch unless the field says otherwise.',
      contact,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: endpoint }],
    tags: [...tags].map(([name, description]) => ({ name, description })),
    // Readers of OpenAPI such as Redoc and Scalar group their side list by it.
    'x-tagGroups': [...groups].map(([name, list]) => ({
      name,
      tags: [...new Set(list.map(({ tag }) => tag.title))],
    })),
    'x-errors': describeErrors(operations),
    paths,
    components: {
      securitySchemes: securitySchemes(rows, endpoint),
      ...(rows.some(({ paging }) => paging) ? { headers: { TotalNumber: totalNumber } } : {}),
      schemas: { ...schemas.components, Error: error },
    },
  };
};

/** Each error code that the document names, with its status, its cause and what to do. */
const describeErrors = (operations: readonly Operation[]) => {
  const codes = [...new Set(operations.flatMap(errorsOf).map(({ code }) => code))].toSorted();
  return Object.fromEntries(codes.map(code => [code, { status: errors[code], message: explainError(code) }]));
};

/** They are only at the address of the console. */
const consoleApis: ReadonlySet<string> = new Set(['setup', 'me', 'cloud']);

/** The APIs by their keys in the contract. */
const groupTitles: Readonly<Record<string, string>> = {
  management: 'Management API',
  wellKnown: 'Public information',
  experience: 'Sign-in API',
  account: 'Account API',
  setup: 'Setup',
  me: 'Console account',
  cloud: 'Tenants and members',
};

const totalNumber = { description: 'How many there are on all pages.', schema: { type: 'integer' } };

const error = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: {
      type: 'string',
      description: 'The error code for programs, such as `entity.not_found`. It never changes.',
    },
    message: { type: 'string', description: 'What happened and what to do, in the language of the caller.' },
    data: { description: 'More about the error.' },
    details: { type: 'string', description: 'What is wrong with the input, in one line.' },
  },
};
