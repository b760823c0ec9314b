import { minuteMs } from '@gatehouse/contract/duration.ts';
import { LRUCache } from 'lru-cache';

export type Cache<Value> = { get(key: string): Promise<Value>; forget(key: string): void; clear(): void };

/** Changes are announced immediately. This limits the damage of an announcement that never arrives. */
const longestLifeMs = 60_000;

/** For values that are expensive to compute. */
export const longLifeMs = 5 * minuteMs;

/**
 * Keeps the promise, not the value: callers that come while a value loads share one query, and a value whose load
 * began before `clear` is never seen by callers that come after it. What is not there is not kept, so that made-up
 * keys cannot push real entries out permanently.
 */
export const createCache = <Value>(
  load: (key: string) => Promise<Value>,
  max = 1000,
  lifeMs = longestLifeMs,
): Cache<Value> => {
  const entries = new LRUCache<string, Promise<Value>>({ max, ttl: lifeMs });
  return {
    get(key) {
      const known = entries.get(key);
      if (known) return known;
      const loading = load(key);
      entries.set(key, loading);
      const forget = () => {
        if (entries.peek(key) === loading) entries.delete(key);
      };
      loading.then(value => value === undefined && forget(), forget);
      return loading;
    },
    forget: key => void entries.delete(key),
    clear: () => entries.clear(),
  };
};

/** The same for one value. */
export const createSingleCache = <Value>(load: () => Promise<Value>, lifeMs?: number) => {
  const cache = createCache(load, 1, lifeMs);
  return { get: () => cache.get(''), clear: cache.clear };
};
