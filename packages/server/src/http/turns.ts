import { RequestError } from '../request-error.ts';

export type Turns = ReturnType<typeof createTurns>;

const mostInLine = 10;
/** The client of a request has its answer by then. */
const longestWaitMs = 20_000;

/**
 * One piece of long work of each tenant at a time in this process. The others wait without a connection to the database,
 * because all tenants share those.
 */
export const createTurns = () => {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async <T>(tenantId: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(tenantId) ?? { last: Promise.resolve(), length: 0 };
    if (line.length === mostInLine) throw busy();
    lines.set(tenantId, line);
    line.length += 1;
    const since = performance.now();
    const turn = line.last.then(() => {
      if (performance.now() - since > longestWaitMs) throw busy();
      return work();
    });
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(tenantId);
    }
  };
};

const busy = () => new RequestError('server.busy', { retryAfterSeconds: 2 });
