import { availableParallelism } from 'node:os';
import { RequestError } from '../request-error.ts';
import { createFairQueue, type Limits, type ScriptOwner } from './fair-queue.ts';
import type { ScriptOutcome } from './run.ts';
import { createScriptThread } from './script-thread.ts';

export type Sandbox = {
  /**
   * Whatever a script does is an outcome. Throws a `RequestError` (503, or 429 for a trial) when the script could not
   * be run: then nothing is known of its verdict, and what it guards stays closed.
   */
  run(owner: ScriptOwner, script: string, input: unknown, entry?: string): Promise<ScriptOutcome>;
  close(): Promise<void>;
};

const defaults: Limits = {
  workers: Math.min(4, Math.max(2, availableParallelism())),
  waitingPerTenant: 200,
  trialsPerTenant: 4,
  trialsPerPerson: 2,
  longestWaitMs: 10_000,
  // Scripts that read a few claims or deny access need a tenth of this.
  quickMs: 50,
};

/** Runs the scripts of tenants in a few threads, fairly. A thread starts when it is first needed. */
export const createSandbox = (limits: Partial<Limits> = {}): Sandbox => {
  const all = { ...defaults, ...limits };
  const queue = createFairQueue(all);
  const idle = Array.from({ length: all.workers }, createScriptThread);
  const threads = [...idle];
  const running = new Set<Promise<unknown>>();

  const runOn = async (thread: (typeof threads)[number], job: Parameters<typeof thread.run>[0]) => {
    try {
      return await thread.run(job);
    } catch (cause) {
      throw new RequestError('server.busy', { retryAfterSeconds: 2, cause });
    } finally {
      idle.unshift(thread);
    }
  };

  return {
    run(owner, script, input, entry = 'getCustomJwtClaims') {
      return queue.run(owner, async () => {
        // The queue admits as many as there are threads.
        const turn = runOn(idle.shift()!, { script, input: JSON.stringify(input), entry });
        running.add(turn);
        const { outcome, spentMs } = await turn.finally(() => running.delete(turn));
        return { result: outcome, spentMs };
      });
    },
    async close() {
      await Promise.allSettled(running);
      await Promise.all(threads.map(thread => thread.close()));
    },
  };
};
