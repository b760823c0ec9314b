import type { Answer, BodyInput, Params, QueryInput, Row } from '@gatehouse/contract/endpoint.ts';
import {
  type ExceededQuotas,
  insufficientPermissions,
  readExceededQuotas,
} from '@gatehouse/contract/fixed-messages.ts';

const timeoutMilliseconds = 20_000;
/** A file is as long as it is. */
const fileTimeoutMilliseconds = 600_000;

/** An error in one field of a request, which its path names. */
export type Issue = { path: string; message: string };

export type ErrorBody = { code?: string; message?: string; data?: unknown; details?: string };

/** A request that the server answered with an error, or could not answer. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly body: ErrorBody | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, body: ErrorBody | undefined, requestId?: string) {
    super(body?.message ?? 'Request error occurred.');
    this.status = status;
    this.body = body;
    this.requestId = requestId;
  }

  get code() {
    return this.body?.code;
  }

  get issues(): readonly Issue[] {
    return (this.body?.data as { issues?: Issue[] } | undefined)?.issues ?? [];
  }

  /** The limits of the plan that stand in the way, when that is what went wrong. */
  get exceededQuotas(): ExceededQuotas {
    return readExceededQuotas(this.message);
  }

  /** The token carries less than the account holds: a new sign-in helps. */
  get isTokenInsufficient() {
    return this.status === 403 && this.message === insufficientPermissions;
  }
}

/**
 * A row without its schemas, for the few requests of the first screen: the contract still decides the types, and a
 * method, path or permission that is not the row's own does not compile.
 */
export const lightRow = <R extends Row>(row: Pick<R, 'method' | 'path' | 'permission'>) =>
  ({ ...row, response: {} }) as unknown as R;

export type Input<R extends Row> = (keyof Params<R> extends never ? object : { params: Params<R> }) &
  (R['query'] extends object ? { query?: QueryInput<R> } : object) &
  (R['paging'] extends string ? { page?: number; pageSize?: number } : object) &
  (R['body'] extends object ? { body: BodyInput<R> } : object) &
  (R['takesFile'] extends true ? { file: File } : object) &
  (R['file'] extends object ? { onBytes?: (count: number) => void } : object);

/** The input of any row. */
export type LooseInput = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  page?: number;
  pageSize?: number;
  body?: unknown;
  file?: File;
  /** Hears how much of a file has come. */
  onBytes?: (count: number) => void;
};

/** The array, or the pair [array, total] when a page was asked for. */
export type Reply<R extends Row, I> = R['paging'] extends string
  ? I extends { page: number }
    ? [Answer<R>, number]
    : Answer<R>
  : Answer<R>;

/** The base URL of an API. Without a token, it is public. */
export type Door = {
  baseUrl: string;
  token?: () => Promise<string>;
  language: () => string;
  /** Hears of the changes that a request recorded, as far as they can be undone. */
  onUndoable?: (changeIds: readonly string[]) => void;
};

export const urlOf = (row: Row, input: LooseInput) => {
  const path = row.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(input.params?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== '') query.append(name, String(item));
    }
  }
  if (input.page !== undefined) query.set('page', String(input.page));
  if (input.pageSize !== undefined) query.set('page_size', String(input.pageSize));
  const search = query.toString();
  return search ? `${path}?${search}` : path;
};

/** Sends one contract row through a door: bearer token, language, time limit, and errors as `HttpError`. */
export const sendThrough =
  (door: Door) =>
  async <R extends Row, const I extends Input<R>>(row: R, input: I): Promise<Reply<R, I>> => {
    const loose = input as LooseInput;
    const response = await fetch(`${door.baseUrl}${urlOf(row, loose)}`, {
      method: row.method.toUpperCase(),
      headers: {
        ...(door.token ? { Authorization: `Bearer ${await door.token()}` } : {}),
        'Accept-Language': door.language(),
        ...(loose.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: bodyOf(loose),
      signal: AbortSignal.timeout(row.file ? fileTimeoutMilliseconds : timeoutMilliseconds),
    });
    if (!response.ok) throw await errorOf(response);
    const changeIds = response.headers.get('Gatehouse-Change-Ids');
    if (changeIds) door.onUndoable?.(changeIds.split(', '));
    if (row.file) return (await fileOf(response, loose.onBytes)) as Reply<R, I>;
    const answer = row.response && response.status !== 204 ? await response.json() : undefined;
    if (loose.page === undefined) return answer;
    const total = response.headers.get('Total-Number');
    if (total === null) throw new Error('missing total number');
    return [answer, Number(total)] as Reply<R, I>;
  };

const bodyOf = ({ body, file }: LooseInput) => {
  if (!file) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  form.set('file', file);
  return form;
};

const fileOf = (response: Response, onBytes: LooseInput['onBytes']) => {
  let count = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, stream) => {
      count += chunk.byteLength;
      onBytes?.(count);
      stream.enqueue(chunk);
    },
  });
  const body = response.body?.pipeThrough(counting);
  return new Response(body, { headers: response.headers }).blob();
};

export const errorOf = async (response: Response) => {
  const body: ErrorBody | undefined = await response.json().catch(() => undefined);
  return new HttpError(response.status, body, response.headers.get('Gatehouse-Request-Id') ?? undefined);
};
