import { headers } from '@gatehouse/contract/dialect.ts';
import type { Api, Body, Page, Params, Query, Result, Row, Rows } from '@gatehouse/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Origin, Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { tellMessageLimit } from '../domain/message-limits.ts';
import { anonymousActor } from '../domain/origins.ts';
import type { Tenant } from '../domain/tenant.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { withinAddressLimit } from './address-limits.ts';
import type { Caller } from './authenticate.ts';
import { challenge, type OwnApi } from './challenge.ts';
import { isKept, keptText } from './kept-texts.ts';
import { type PageRequest, parsePage, parseSort, setPageHeaders } from './paging.ts';
import { parseRequest, presentAnswer } from './parse.ts';
import { checkQuota } from './quota.ts';

/** The context of every handler: the request as its row describes it, the caller, and the tenant. */
export type RequestContext<R extends Row> = {
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  page: R['paging'] extends 'always' ? PageRequest : PageRequest | undefined;
  /** One of those that the row has, if the caller asks for one. */
  sort: string | undefined;
  caller: Caller;
  /** Authenticates the caller again, for answers that last. Throws when the caller has lost its access. */
  readCaller(): Promise<Caller>;
  origin: Origin;
  tenant: Tenant;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The changes of this request so far, as far as they can be undone. */
  undoable: string[];
};

/** Runs in one transaction of the tenant: a recorded one when the row changes something. */
export type Handler<R extends Row> = (
  context: RequestContext<R> & { db: Kysely<Tables> } & (R extends { change: string }
      ? { tx: Write }
      : object),
) => Promise<Result<R>>;

/** Opens its own transactions: for work that must not hold one, such as hashing, or that needs several. */
export type DirectHandler<R extends Row> = (context: RequestContext<R>) => Promise<Result<R>>;

const own = Symbol('own transactions');
type OwnTransaction<R extends Row> = { [own]: DirectHandler<R> };

/** Says of a handler that it opens its own transactions. */
export const ownTransaction = <R extends Row>(handle: DirectHandler<R>): OwnTransaction<R> => ({
  [own]: handle,
});

/** The same for all handlers of an area. */
export const ownTransactions = <R extends Rows>(handlers: { [Name in keyof R]: DirectHandler<R[Name]> }) =>
  Object.fromEntries(Object.entries(handlers).map(([name, handle]) => [name, ownTransaction(handle)])) as {
    [Name in keyof R]: OwnTransaction<R[Name]>;
  };

/** One handler for each row, no more, no fewer. */
export type Handlers<R extends Rows> = { [Name in keyof R]: Handler<R[Name]> | OwnTransaction<R[Name]> };

/** The mount point of an API and its access rules. */
export type Gate = {
  prefix: string;
  services: Services;
  /** Tests see an answer that breaks its row; users get it. */
  isStrict: boolean;
  timeoutMs: number;
  /** The API as clients find it by its metadata. */
  api?: OwnApi;
  tenantOf(request: FastifyRequest): Promise<Tenant>;
  authenticate(request: FastifyRequest, row: Row, tenant: Tenant): Promise<Caller>;
  /** Refuses requests that their rows would let through. */
  admit?(row: Row, context: RequestContext<Row>): Promise<void>;
  /** Writes down that a request was refused, where every refusal is of interest. */
  noteRefusal?(row: Row, context: RequestContext<Row>, error: unknown): Promise<void>;
  /** Forbids writes that the row alone cannot rule out. */
  guard?(caller: Caller, tenant: Tenant): Origin['guard'];
};

/** Binds each row to its handler. */
export const implement = <A extends Api>(
  server: FastifyInstance,
  api: A,
  handlers: { [Area in keyof A]: Handlers<A[Area]> },
  gate: Gate,
) => {
  // From here on rows and handlers are paired by name only; the types above have made sure that they fit.
  const areas = handlers as unknown as Record<string, Record<string, AnyHandler | OwnTransaction<Row>>>;
  for (const [area, rows] of Object.entries(api)) {
    for (const [name, row] of Object.entries(rows)) {
      const handle = areas[area]?.[name];
      if (!handle) throw new Error(`No handler for ${area}.${name}.`);
      server.route({
        method: row.method,
        url: `${gate.prefix}${row.path}`,
        ...(row.maximumBytes ? { bodyLimit: row.maximumBytes } : {}),
        handler: async (request, reply) => {
          const work = async () => {
            const context = await createContext(row, request, reply, gate);
            const run = async () => {
              await gate.admit?.(row, context);
              return own in handle ? handle[own](context) : runInTransaction(row, context, handle);
            };
            const result = await withinAddressLimit(row, context, run).catch(error =>
              refuse(gate, row, context, error),
            );
            return { context, result };
          };
          const { context, result } = await withTimeout(work(), gate.timeoutMs);
          return answer(row, context, result, gate);
        },
      });
    }
  }
};

type AnyContext = RequestContext<Row>;
type AnyHandler = (context: AnyContext & { db?: Kysely<Tables>; tx?: Write }) => Promise<unknown>;

/** The caller hears why, whether or not it could be written down. */
const refuse = async (gate: Gate, row: Row, context: AnyContext, error: unknown): Promise<never> => {
  await tellMessageLimit(context, error)?.catch(reason =>
    context.request.log.error({ err: reason }, 'a limit could not be told'),
  );
  await gate
    .noteRefusal?.(row, context, error)
    .catch(reason => context.request.log.error({ err: reason }, 'a refusal could not be logged'));
  throw error;
};

const createContext = async (
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
): Promise<AnyContext> => {
  const { services } = gate;
  const tenant = await gate.tenantOf(request);
  const caller = await gate.authenticate(request, row, tenant).catch((error: unknown) => {
    const hasToken = request.headers.authorization !== undefined;
    if (gate.api) challenge(reply, tenant, gate.api, { error, hasToken });
    throw error;
  });
  const { query, body } = parseRequest(row, request);
  const page = parsePage(row, request.query);
  const sort = parseSort(row, request.query);
  const params = ownParams(row, request.params as Record<string, string>);
  if (row.quota) await checkQuota(row.quota, tenant, services, { params, body });
  const actor =
    caller.kind === 'anonymous'
      ? anonymousActor
      : {
          kind: caller.kind,
          id: caller.id,
          name: await services.tenants.nameOf(tenant, caller),
          ...(caller.role === undefined ? {} : { role: caller.role }),
        };
  const via = {
    method: request.method,
    path: pathOf(request.url),
    route: row.path,
    params,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 512),
  };
  const guard = gate.guard?.(caller, tenant);
  const { sessionUid, secretCreatedAt, applicationId } = caller;
  const undoable: string[] = [];
  const onUndoable = (id: string) => undoable.push(id);
  const origin = {
    actor,
    requestId: request.id,
    via,
    get status() {
      return statusOf(row, reply);
    },
    sessionUid,
    secretCreatedAt,
    applicationId,
    guard,
    onUndoable,
  };
  const given = {
    params,
    query,
    body,
    page,
    sort,
    caller,
    readCaller: async () => gate.authenticate(request, row, await gate.tenantOf(request)),
    origin,
    tenant,
    services,
    request,
    reply,
    undoable,
  };
  return given as AnyContext;
};

/** The row's own parameters, in its order: where an API is mounted may bring one more. */
const ownParams = (row: Row, params: Record<string, string>) =>
  Object.fromEntries([...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, params[name] ?? '']));

type Named = { id?: string; name?: string | { en: string } | null; connectorName?: string };

/**
 * The name of an enterprise connector is that of its provider, unless it has its own. Other connectors have one by
 * language.
 */
const nameOf = ({ name, connectorName }: Named) =>
  connectorName ?? (typeof name === 'string' ? name : name?.en);

const runInTransaction = async (row: Row, context: AnyContext, handle: AnyHandler) => {
  const { tenant, origin } = context;
  if (!row.change) {
    const { read, readAside } = tenant.database;
    const isMuch = row.paging || row.isHeavy;
    return (isMuch ? readAside : read)(db => handle({ ...context, db }));
  }
  return tenant.database.write(origin, tx => runRecorded(tx, row, context, handle));
};

/** The handler, the event that its row tells, and the object that the change is about. */
const runRecorded = async (tx: Write, row: Row, context: AnyContext, handle: AnyHandler) => {
  const { change = '', event } = row;
  const params: Record<string, string> = context.params;
  let isTold = false;
  const emit: Write['emit'] = (name, data) => {
    isTold ||= name === event;
    tx.emit(name, data);
  };
  const result = await handle({ ...context, db: tx.db, tx: { ...tx, emit } });
  const entity = (result ?? {}) as Named;
  const id = Object.values(params)[0] ?? entity.id;
  if (id !== undefined) tx.object(change, id, entity.id === id ? nameOf(entity) : undefined);
  // A handler may know better than the row what to tell, for example who was added to an organization.
  if (event && !isTold) tx.emit(event, result ?? { ...params });
  return result;
};

/**
 * Runs a row inside a transaction that is open already, as part of a bigger change. Handlers that open transactions
 * themselves find themselves in that one.
 */
export const runWithin = async <R extends Row>(
  { db, tx }: { db: Kysely<Tables>; tx?: Write },
  row: R,
  handler: Handler<R> | OwnTransaction<R>,
  context: RequestContext<R>,
): Promise<Result<R>> => {
  const handle = handler as unknown as AnyHandler | OwnTransaction<Row>;
  const given = { ...context, ...parseRequest(row, context), sort: undefined } as unknown as AnyContext;
  if (own in handle)
    return (await handle[own]({ ...given, tenant: joined(context.tenant, tx) })) as Result<R>;
  if (!row.change) return (await handle({ ...given, db })) as Result<R>;
  if (!tx) throw new Error(`${row.method} ${row.path} changes something, and needs a transaction for it.`);
  return (await runRecorded(tx, row, given, handle)) as Result<R>;
};

/** The tenant, whose next write is part of the open one. */
const joined = (tenant: Tenant, tx: Write | undefined): Tenant =>
  tx ? { ...tenant, database: { ...tenant.database, write: (_origin, work) => work(tx) } } : tenant;

/** A handler may say better than the row what happened, for example 201 or 200 for an upsert. */
const statusOf = (row: Row, reply: FastifyReply) =>
  reply.statusCode === 200 ? row.status : reply.statusCode;

const answer = (row: Row, context: AnyContext, result: unknown, gate: Gate) => {
  const { request, reply, page, undoable } = context;
  if (undoable.length) reply.header(headers.changeIds, undoable.join(', '));
  const list = row.paging ? (result as Page<unknown>) : undefined;
  if (list) setPageHeaders(reply, addressOf(request), list, page);
  const present = () =>
    presentAnswer(row, list ? list.items : result, error => {
      if (gate.isStrict)
        throw new Error(`The answer of ${row.method} ${row.path} breaks its row: ${error.message}`);
      request.log.error({ err: error, path: row.path }, 'answer breaks its row');
    });
  const status = statusOf(row, reply);
  if (gate.isStrict && status !== row.status && status !== row.otherStatus)
    throw new Error(`${row.method} ${row.path} answers ${status}, which its row does not name.`);
  reply.code(status);
  if (row.isStream) return reply.send(result);
  if (!isKept(row) || typeof result !== 'object' || result === null) return reply.send(present());
  const { text, tag } = keptText(row, result, present);
  return reply.type('application/json; charset=utf-8').header('etag', tag).send(text);
};

const withTimeout = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new RequestError('request.timeout', { retryAfterSeconds: 1 })),
      milliseconds,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

const addressOf = (request: FastifyRequest) => new URL(request.url, `${request.protocol}://${request.host}`);
