import { z } from 'zod';
import type { Entity } from './define-entity.ts';
import { type EntityKind, entities, subjectOfTable } from './entities.ts';
import type { ErrorCode } from './errors.ts';
import type { HookEvent } from './events.ts';
import type { QuotaKey } from './quota.ts';
import type { billingPermission, ManagementPermission, Permission, TenantPermission } from './scopes.ts';

/**
 * An API row is data. From the one row come the server's route, the typed call of the browser, the OpenAPI
 * document, the permission and quota checks, the change record and the webhook event.
 */
export type Row = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to the mount point of its API, with `:name` parameters. */
  readonly path: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly query?: z.core.$ZodObject;
  readonly body?: z.core.$ZodType;
  /** The maximum size of the body, if it is larger than the default. */
  readonly maximumBytes?: number;
  /** The body is a multipart form with the field `file`. */
  readonly takesFile?: true;
  /** Absent: the answer has no body. */
  readonly response?: z.core.$ZodType;
  /** The answer is a file of one of these types, sent as it is read. */
  readonly file?: readonly string[];
  /** The answer is a stream of server-sent events, each with one `response`. It ends when the caller leaves. */
  readonly isStream?: true;
  readonly status: 200 | 201 | 202 | 204;
  /** The status of some answers instead, for example 201 when a `PUT` creates the object. */
  readonly otherStatus?: 200 | 201 | 204 | 400;
  /** The permission the caller must have. `public` rows need no token. */
  readonly permission: Permission | 'public';
  /** Further permissions a machine must have, because the response includes whole objects of other areas. */
  readonly shows?: readonly ManagementPermission[];
  /** Third-party applications cannot use it, whatever the user let them see. */
  readonly isFirstParty?: true;
  /** The permission the caller must currently have as a member of the tenant in the path. */
  readonly member?: TenantPermission | typeof billingPermission;
  /** For members: the permission of a role that is enough instead. */
  readonly role?: ManagementPermission;
  /** `always`: a page even when none is asked for; `onRequest`: everything unless `page` or `page_size` is sent. */
  readonly paging?: 'always' | 'onRequest';
  /** Reads so much that a replica of the database should do it, as it does lists. */
  readonly isHeavy?: true;
  /** Fields the list can be sorted by: `sort` is one of them, with a leading minus for descending order. */
  readonly sort?: readonly string[];
  /** Quotas of the plan that are checked before the handler runs. */
  readonly quota?: readonly QuotaKey[];
  /** Limits requests per network address and hour: failed ones only, or all that send, create or register something. */
  readonly perAddress?: 'failures' | 'messages' | 'accounts' | 'clients';
  /** The kind of object that a write changes; its id is the first path parameter, or the `id` of the answer. */
  readonly change?: EntityKind;
  readonly event?: HookEvent;
  /** The errors for a path that leads to nothing, where they are not the usual ones of the method. */
  readonly unknown?: readonly RowError[];
  /** The errors that are this row's own, for the OpenAPI document. */
  readonly errors?: readonly RowError[];
};

/** The code of an error, with its status where that is not the one of the table. */
export type RowError = ErrorCode | { readonly code: ErrorCode; readonly status: number };

/** An ID in a relation that nothing has, in the status of the dialect for relations of organizations. */
export const unknownRelation = { code: 'entity.relation_foreign_key_not_found', status: 422 } as const;

export type Rows = Readonly<Record<string, Row>>;

/** `{ area: { name: row } }`: everything mounted under one prefix. */
export type Api = Readonly<Record<string, Rows>>;

export const defineRows = <const T extends Rows>(rows: T): T => rows;

type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<Tail>
    : Rest
  : never;

export type Params<R extends Row> = { [Name in ParamNames<R['path']>]: string };
export type Query<R extends Row> = R['query'] extends z.core.$ZodType ? z.output<R['query']> : object;
export type QueryInput<R extends Row> = R['query'] extends z.core.$ZodType ? z.input<R['query']> : object;
export type Body<R extends Row> = R['body'] extends z.core.$ZodType ? z.output<R['body']> : undefined;
export type BodyInput<R extends Row> = R['body'] extends z.core.$ZodType ? z.input<R['body']> : undefined;
export type Answer<R extends Row> = R['response'] extends z.core.$ZodType
  ? z.output<R['response']>
  : undefined;

/** The result of a list handler. The total becomes the `Total-Number` header. Capped: there are more than that. */
export type Page<Items> = { items: Items; total: number; isCapped?: boolean };

/** The result that a handler must return for a row: lists return a page, rows without a response nothing. */
export type Result<R extends Row> = R['isStream'] extends true
  ? AsyncIterable<unknown>
  : R['paging'] extends string
    ? Page<Answer<R>>
    : R['response'] extends z.core.$ZodType
      ? Answer<R>
      : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer simply returns
        void;

export const defaultPageSize = 20;
export const maximumPageSize = 100;

export const paging = z.object({
  page: z.coerce.number().int().min(1).optional(),
  page_size: z.coerce.number().int().min(1).max(maximumPageSize).optional(),
});

/** The values that `sort` can have. */
export const sortsOf = ({ sort = [] }: Row) => sort.flatMap(field => [field, `-${field}`]);

/** A query flag as scripts send it: `true`, `1`, `yes`. */
export const queryFlag = z.stringbool();

/** A query parameter that can be sent more than once. */
export const repeated = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.array(value)]).transform(values => (Array.isArray(values) ? values : [values]));

type Area<Kind extends EntityKind> = (typeof entities)[Kind]['area'];

const usesOf = (quota: Entity['quota']): Pick<Row, 'quota'> =>
  quota ? { quota: [quota.key as QuotaKey] } : {};

/** Properties that its rows take from the table of entities. */
const factsOf = <const Kind extends EntityKind>(kind: Kind) => {
  const { area, names, tables, quota }: Entity = entities[kind];
  const [table = ''] = Object.keys(tables);
  const subject = subjectOfTable.get(table);
  return {
    change: kind,
    names,
    read: `${area as Area<Kind>}:read`,
    write: `${area as Area<Kind>}:write`,
    uses: usesOf(quota),
    tells: (verb: 'Created' | 'Deleted' | 'Data.Updated'): Pick<Row, 'event'> =>
      subject ? { event: `${subject}.${verb}` } : {},
  } as const;
};

/** The five rows of a plain entity. Spread them and add what is special. */
export const crud = <
  const Kind extends EntityKind,
  Path extends string,
  Schema extends z.core.$ZodType,
  Create extends z.core.$ZodType,
  Update extends z.core.$ZodType,
>(definition: {
  kind: Kind;
  path: Path;
  entity: Schema;
  create: Create;
  update: Update;
  /** Names for the documentation, if one kind has several APIs. */
  names?: readonly [string, string];
  createStatus?: 200 | 201;
}) => {
  const { kind, path, entity, create, update, createStatus = 201 } = definition;
  const { change, read, write, uses, tells, ...known } = factsOf(kind);
  const [noun, plural] = definition.names ?? known.names;
  return {
    list: {
      method: 'get',
      path,
      summary: `List ${plural}`,
      response: z.array(entity),
      status: 200,
      permission: read,
      paging: 'onRequest',
    },
    create: {
      method: 'post',
      path,
      summary: `Create ${noun}`,
      body: create,
      response: entity,
      status: createStatus,
      permission: write,
      change,
      ...uses,
      ...tells('Created'),
    },
    read: {
      method: 'get',
      path: `${path}/:id`,
      summary: `Read ${noun}`,
      response: entity,
      status: 200,
      permission: read,
    },
    update: {
      method: 'patch',
      path: `${path}/:id`,
      summary: `Update ${noun}`,
      body: update,
      response: entity,
      status: 200,
      permission: write,
      change,
      ...tells('Data.Updated'),
    },
    delete: {
      method: 'delete',
      path: `${path}/:id`,
      summary: `Delete ${noun}`,
      status: 204,
      permission: write,
      change,
      ...tells('Deleted'),
    },
  } as const satisfies Rows;
};
