import { parentPort } from 'node:worker_threads';
import { loadEngine, runScript } from './run.ts';

/** What the worker is told, and what it answers. */
export type Job = { script: string; input: string; entry: string };

const engine = await loadEngine();
// The first run costs many times what others do: it must not be somebody's script.
runScript(engine, { script: 'const warmUp = () => ({});', input: '{}', entry: 'warmUp' });
parentPort?.on('message', (job: Job) => {
  // An engine that broke takes the worker with it: the error ends the thread, and the next job gets a new one.
  parentPort?.postMessage(runScript(engine, job));
});
parentPort?.postMessage('ready');
