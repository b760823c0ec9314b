import { parentPort } from 'node:worker_threads';
import { loadEngine, runScript } from './run.ts';

/** What the worker is told, and what it answers. */
export type Job = { script: string; input: string };

const engine = await loadEngine();
parentPort?.on('message', ({ script, input }: Job) => {
  // An engine that broke takes the worker with it: the error ends the thread, and the next job gets a new one.
  parentPort?.postMessage(runScript(engine, script, input));
});
parentPort?.postMessage('ready');
