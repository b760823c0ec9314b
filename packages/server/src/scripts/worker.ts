import { parentPort } from 'node:worker_threads';
import { loadEngine, runScript, type ScriptOutcome } from './run.ts';

/** The messages to and from the worker. */
export type Job = { script: string; input: string; entry: string };
export type Done = { outcome: ScriptOutcome; spentMs: number };

const engine = await loadEngine();
// The first run is many times slower than later ones: it must not be a script of a tenant.
runScript(engine, { script: 'const warmUp = () => ({});', input: '{}', entry: 'warmUp' });
parentPort?.on('message', (job: Job) => {
  // An engine that broke takes the worker with it: the error ends the thread, and the next job gets a new one.
  const begun = process.threadCpuUsage();
  const outcome = runScript(engine, job);
  const { user, system } = process.threadCpuUsage(begun);
  parentPort?.postMessage({ outcome, spentMs: (user + system) / 1000 } satisfies Done);
});
parentPort?.postMessage('ready');
