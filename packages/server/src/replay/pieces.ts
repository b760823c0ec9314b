import { setImmediate } from 'node:timers/promises';
import { createFairQueue } from '../scripts/fair-queue.ts';

/** Of one tenant there is one piece at a time, and of all tenants there are two. */
const limits = {
  workers: 2,
  waitingPerTenant: 1000,
  trialsPerTenant: 0,
  trialsPerPerson: 0,
  longestWaitMs: 20_000,
  quickMs: 50,
};

export type ReplayPieces = ReturnType<typeof createReplayPieces>;

/**
 * Reading and judging sign-ins takes the processor, which all tenants share: pieces of this work wait for each other, and
 * other requests are answered in between.
 */
export const createReplayPieces = () => {
  const queue = createFairQueue(limits);
  return <Piece>(tenantId: string, work: () => Promise<Piece>): Promise<Piece> =>
    queue.run({ tenantId }, async () => {
      const begun = performance.now();
      const result = await work();
      const spentMs = performance.now() - begun;
      await setImmediate();
      return { result, spentMs };
    });
};
