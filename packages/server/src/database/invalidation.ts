import type { ClientBase } from 'pg';
import type { Logger } from '../log.ts';
import type { InvalidationListener } from './database.ts';

/** The channel over which processes tell each other what to forget; the payload is `{tenant}:{topic}`. */
export const invalidationChannel = 'gatehouse_invalidation';

export type Invalidation = {
  listen: (listener: InvalidationListener) => () => void;
  /** Hears on this connection. Every attachment but the first follows a lost connection: words may have been missed. */
  attach: (client: ClientBase) => Promise<void>;
  tell: InvalidationListener;
  /** Notifications may have been lost: clear all caches. */
  invalidateAll: () => void;
};

export const createInvalidation = (logger?: Logger): Invalidation => {
  const listeners = new Set<InvalidationListener>();
  let attachedBefore = false;

  const tell: InvalidationListener = (tenantId, topic) => {
    for (const listener of listeners) {
      try {
        listener(tenantId, topic);
      } catch (error) {
        logger?.error({ error }, 'an invalidation listener failed');
      }
    }
  };

  return {
    tell,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async attach(client) {
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel !== invalidationChannel) return;
        const [tenantId, topic] = payload.split(':');
        tell(tenantId!, topic as Parameters<InvalidationListener>[1]);
      });
      await client.query(`listen ${invalidationChannel}`);
      if (attachedBefore) tell('*', '*');
      attachedBefore = true;
    },
    invalidateAll: () => tell('*', '*'),
  };
};
