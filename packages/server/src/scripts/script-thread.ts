import { Worker } from 'node:worker_threads';
import type { Done, Job } from './worker.ts';

// The bundle has the worker as a separate file beside the entry.
const workerUrl = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./script-worker.js', import.meta.url);

/** Longer than any script may run: a script that gets here has stopped the engine's own clock. */
const killAfterMs = 2000;

/** The thread is replaced, which takes its time too. */
const stopped: Done = {
  outcome: { kind: 'stopped', message: 'the script used too much time or memory', output: [] },
  spentMs: killAfterMs,
};

/**
 * A thread without environment and with little memory that runs one script at a time. It starts with the first script
 * and is replaced when a script breaks it.
 */
export const createScriptThread = () => {
  let worker: Promise<Worker> | undefined;
  let settle: ((done: Done) => void) | undefined;

  const start = () =>
    new Promise<Worker>((resolve, reject) => {
      const created = new Worker(workerUrl, {
        env: {},
        // An engine that breaks prints where in its own code it broke, which the outcome replaces.
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
      });
      created.unref();
      created.on('message', (message: 'ready' | Done) =>
        message === 'ready' ? resolve(created) : settle?.(message),
      );
      created.on('error', error => {
        reject(error);
        settle?.(stopped);
      });
    });

  return {
    /** Throws only when no thread can be started. */
    async run(job: Job): Promise<Done> {
      worker ??= start();
      const current = await worker.catch((error: unknown) => {
        worker = undefined;
        throw error;
      });
      const { promise, resolve } = Promise.withResolvers<Done>();
      settle = resolve;
      const timer = setTimeout(() => resolve(stopped), killAfterMs);
      current.postMessage(job);
      const done = await promise;
      clearTimeout(timer);
      settle = undefined;
      if (done !== stopped) return done;
      worker = undefined;
      await current.terminate();
      return done;
    },
    async close() {
      await (await worker)?.terminate();
    },
  };
};
