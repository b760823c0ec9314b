import { hourMs } from '@gatehouse/contract/duration.ts';
import { z } from 'zod';
import { RequestError } from '../request-error.ts';

const keptMs = 6 * hourMs;
const timeoutMs = 5000;
const answer = z.object({ latestRelease: z.string().startsWith('v').max(64) });

export type LatestRelease = ReturnType<typeof createLatestRelease>;

/** Asks for the newest published release, seldom: browsers ask us, and learn nothing of each other there. */
export const createLatestRelease = (url: string | undefined, now: () => number) => {
  let known: { release: string; until: number } | undefined;
  return async (): Promise<string | null> => {
    if (!url) return null;
    if (known && known.until > now()) return known.release;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
      const { latestRelease } = answer.parse(await response.json());
      known = { release: latestRelease, until: now() + keptMs };
      return latestRelease;
    } catch (cause) {
      throw new RequestError('release.check_failed', { cause });
    }
  };
};
