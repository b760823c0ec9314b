import { Worker } from 'node:worker_threads';
import type { ScriptOutcome } from './run.ts';
import type { Job } from './worker.ts';

export type Sandbox = {
  /** Never throws: whatever a script does is an outcome. */
  run(script: string, input: unknown, entry?: string): Promise<ScriptOutcome>;
  close(): Promise<void>;
};

// The bundle holds the worker as a file of its own beside the entry.
const workerUrl = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./script-worker.js', import.meta.url);

/** Longer than any script may run: who passes it has stopped the engine's own clock. */
const killAfterMs = 2000;
const longestQueue = 200;

const failed = (message: string): ScriptOutcome => ({ kind: 'failed', message, output: [] });

/**
 * Scripts of tenants run one after the other in a worker thread without environment and with little memory. It starts
 * with the first script, so that who has none pays nothing, and is replaced when a script breaks it.
 */
export const createSandbox = (): Sandbox => {
  let worker: Promise<Worker> | undefined;
  let settle: ((outcome: ScriptOutcome | undefined) => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const start = () =>
    new Promise<Worker>((resolve, reject) => {
      const created = new Worker(workerUrl, {
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
      });
      created.unref();
      created.on('message', (message: 'ready' | ScriptOutcome) =>
        message === 'ready' ? resolve(created) : settle?.(message),
      );
      created.on('error', error => {
        reject(error);
        settle?.(undefined);
      });
    });

  const runNow = async (job: Job): Promise<ScriptOutcome> => {
    worker ??= start();
    const current = await worker;
    const { promise, resolve } = Promise.withResolvers<ScriptOutcome | undefined>();
    settle = resolve;
    const timer = setTimeout(resolve, killAfterMs);
    current.postMessage(job);
    const outcome = await promise;
    clearTimeout(timer);
    settle = undefined;
    if (outcome) return outcome;
    worker = undefined;
    await current.terminate();
    return failed('the script used too much time or memory');
  };

  return {
    async run(script, input, entry = 'getCustomJwtClaims') {
      if (waiting >= longestQueue) return failed('too many scripts are waiting');
      waiting += 1;
      const turn = last.then(() => runNow({ script, input: JSON.stringify(input), entry }));
      last = turn.catch(() => {
        worker = undefined;
      });
      try {
        return await turn;
      } catch {
        return failed('the script could not be run');
      } finally {
        waiting -= 1;
      }
    },
    async close() {
      await last;
      await (await worker)?.terminate();
    },
  };
};
