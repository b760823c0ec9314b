import { LRUCache } from 'lru-cache';

/** Anyone can begin a sign-in: an address that fails is not asked again at once, nor waited for. */
const failedMs = 30_000;

type Options = { max: number; lifeMs: number };
type Get<Answer> = {
  load(): Promise<Answer>;
  /** Ask now, whatever is known. */
  isFresh?: boolean;
  /** Ask again although it failed just now: an administrator may have seen to it. */
  isRetry?: boolean;
};

/**
 * Documents that others publish at a URL. They are cached, and concurrent callers share one request. A URL that does
 * not respond for a while locks no user out: the last response still counts.
 */
export const createKeptAnswers = <Answer extends object>({ max, lifeMs }: Options) => {
  const answers = new LRUCache<string, Answer>({
    max,
    ttl: lifeMs,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  const failures = new LRUCache<string, { error: unknown }>({ max, ttl: failedMs });
  const underWay = new Map<string, Promise<Answer>>();

  const ask = (address: string, load: () => Promise<Answer>) => {
    const work =
      underWay.get(address) ??
      load()
        .then(
          answer => {
            failures.delete(address);
            answers.set(address, answer);
            return answer;
          },
          (error: unknown) => {
            failures.set(address, { error });
            throw error;
          },
        )
        .finally(() => underWay.delete(address));
    underWay.set(address, work);
    return work;
  };

  return async (
    address: string,
    { load, isFresh = false, isRetry = false }: Get<Answer>,
  ): Promise<Answer> => {
    if (isFresh) return ask(address, load);
    const last = answers.get(address);
    if (last && answers.getRemainingTTL(address) > 0) return last;
    const failure = isRetry ? undefined : failures.get(address);
    if (failure && !last) throw failure.error;
    if (failure && last) return last;
    try {
      return await ask(address, load);
    } catch (error) {
      if (!last) throw error;
      return last;
    }
  };
};
