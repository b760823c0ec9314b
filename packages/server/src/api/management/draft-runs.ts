import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { Write } from '../../database/database.ts';
import type { ChangeSubject } from '../../database/recorder.ts';
import type { ChangeEntry } from '../../database/tables.ts';
import { createTenantCache } from '../../domain/tenant-cache.ts';
import type { StoredRequest } from '../../drafts/requests.ts';
import { callOf } from '../../drafts/rows.ts';
import type { Caller } from '../../http/authenticate.ts';
import { toRequestError } from '../../http/errors.ts';
import { type RequestContext, runWithin } from '../../http/implement.ts';
import { checkQuota } from '../../http/quota.ts';
import { RequestError } from '../../request-error.ts';
import { offlineOf, unsent } from './bundle-context.ts';
import { managementHandlers } from './handlers.ts';

export type DraftContext = Pick<RequestContext<Row>, 'tenant' | 'services' | 'caller' | 'origin' | 'request'>;

/** A request that was made in the open transaction, and what it did. */
export type Ran = { requestId: string; subject: ChangeSubject; entries: readonly ChangeEntry[] };

/** The first request that was refused, and why. */
export class RefusedRequest extends Error {
  readonly requestId: string;
  readonly reason: RequestError;

  constructor(requestId: string, reason: RequestError) {
    super(reason.message, { cause: reason });
    this.requestId = requestId;
    this.reason = reason;
  }
}

type Runnable = Pick<StoredRequest, 'id' | 'method' | 'path' | 'body'> & {
  /** Whose permissions the handlers see. */
  caller: Caller;
};

/** Sees everything, for comparisons. Adding or publishing a request takes its permission. */
export const everyone = (caller: Caller): Caller => ({ ...caller, scopes: new Set(['all']) });

/** Others wait for the rows that the transaction locks, and in the embedded database for its end. */
const longestRunMs = 10_000;

/** Makes the requests of a draft, one after the other, in a transaction that is open. */
export const runRequests = async (
  context: DraftContext,
  tx: Write,
  requests: readonly Runnable[],
  onRun: (ran: Ran) => void,
) => {
  const { tenant, services } = context;
  // Caches that others read must never see what this transaction reads: it may be undone.
  const offline = offlineOf(services.outgoing);
  const cached = createTenantCache(tenant.database, { vault: services.vault, documents: offline });
  const own = { ...context, tenant: { ...tenant, cached }, services: { ...services, outgoing: offline } };
  const endsAt = services.now() + longestRunMs;
  for (const request of requests) {
    if (services.now() > endsAt) throw new RequestError('request.timeout', { retryAfterSeconds: 1 });
    const ran = await runRequest(own, tx, request).catch((error: unknown) => {
      throw new RefusedRequest(request.id, toRequestError(error));
    });
    onRun(ran);
  }
};

/** A write that is undone: it is not guarded, and no answer names its change. */
export const tryWrite = <T>({ tenant, origin }: DraftContext, work: (tx: Write) => Promise<T>) => {
  const { guard: _, onUndoable: __, ...trial } = origin;
  return tenant.database.tryWrite(trial, work);
};

export const tryInTurn = <T>(context: DraftContext, work: (tx: Write) => Promise<T>) =>
  context.services.turns(context.tenant.id, () => tryWrite(context, work));

type AnyHandlers = Record<string, Record<string, never>>;

const runRequest = async (
  context: DraftContext,
  tx: Write,
  { id: requestId, body, caller, ...asked }: Runnable,
): Promise<Ran> => {
  const { area, name, row, params, query } = callOf(asked);
  if (row.quota) await checkQuota(row.quota, context.tenant, context.services, { params, body });
  const known = tx.entries.length;
  let subject: ChangeSubject | undefined;
  const noting: Write = {
    ...tx,
    object(kind, id, objectName) {
      subject = { kind, id, ...(objectName === undefined ? {} : { name: objectName }) };
    },
  };
  const handler = (managementHandlers as unknown as AnyHandlers)[area]![name]!;
  const input = { params, query, body, page: undefined, sort: undefined, undoable: [] };
  const whole = { ...context, ...input, caller, reply: unsent };
  await runWithin({ db: tx.db, tx: noting }, row, handler, whole as never);
  const entries = tx.entries.slice(known);
  return {
    requestId,
    subject: subject ?? { kind: row.change ?? '', id: Object.values(params)[0] ?? '' },
    entries,
  };
};
