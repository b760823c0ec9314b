import type pg from 'pg';
import type { Logger } from '../log.ts';
import type { Invalidation } from './invalidation.ts';
import { isBehindPooler } from './pooler.ts';

const heartbeatMs = 3000;
const reconnectDelayMs = 500;

/**
 * The timeout of one query on the listening connection. A heartbeat and a query, or a connection attempt and two
 * queries, must fit into the 15 seconds within which changes of other processes take effect here.
 */
export const listeningTimeoutMs = 5000;

/**
 * A separate connection receives the invalidations. When it is lost, another takes its place. A silent connection looks
 * like an idle one, so it is probed regularly. Behind a pooler notifications get lost: all caches are cleared at each
 * beat.
 */
export const keepListening = async (
  createClient: () => pg.Client,
  invalidation: Invalidation,
  logger?: Logger,
) => {
  let closing = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const later = (milliseconds: number, work: () => Promise<void>) => {
    clearTimeout(timer);
    if (!closing) timer = setTimeout(() => work().catch(startOver), milliseconds);
  };

  const startOver = () => {
    if (closing) return;
    client?.removeAllListeners('end');
    client?.connection.stream.destroy();
    invalidation.invalidateAll();
    later(reconnectDelayMs, connect);
  };

  const connect = async () => {
    const next = createClient();
    client = next;
    next.on('error', ({ message }) =>
      logger?.warn({ message }, 'the listening database connection was lost'),
    );
    await next.connect();
    const isDeaf = await isBehindPooler(next);
    if (isDeaf) logger?.warn('a pooler is in between: set DATABASE_DIRECT_URL to hear changes at once');
    await invalidation.attach(next);
    next.once('end', startOver);
    const beat = async () => {
      await next.query('select');
      if (isDeaf) invalidation.invalidateAll();
      later(heartbeatMs, beat);
    };
    later(heartbeatMs, beat);
  };

  const stop = async () => {
    closing = true;
    clearTimeout(timer);
    await client?.end();
  };
  // Only a connection that once stood is tried again.
  await connect().catch(async error => {
    await stop();
    throw error;
  });
  return stop;
};
