import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { embeddedProgram } from './program.ts';
import { type Patience, Wire } from './wire.ts';

/** A PostgreSQL in a worker thread that serves one connection; a new connection after a failure gets a new worker. */
export type EmbeddedServer = {
  connect(): Duplex;
  close(): Promise<void>;
};

// The bundle has the worker as a separate file beside the entry.
const workerUrl = import.meta.url.endsWith('.ts')
  ? new URL('./worker.mjs', import.meta.url)
  : new URL('./embedded-worker.js', import.meta.url);

/** The time the worker may take for one message before it is considered lost. */
const defaultPatience: Patience = { startSeconds: 60, statementSeconds: 20 };

export const startEmbeddedServer = (
  directory: string,
  {
    patience = defaultPatience,
    onStarting,
  }: { patience?: Patience; onStarting?: (() => void) | undefined } = {},
): EmbeddedServer => {
  let current: { worker: Worker; wire: Wire } | undefined;
  let ending: Promise<unknown> = Promise.resolve();

  const abandon = (worker: Worker) => {
    current = undefined;
    ending = worker.terminate();
  };

  const start = async (wire: Wire) => {
    const program = await embeddedProgram();
    if (wire.destroyed) return;
    const worker = new Worker(workerUrl, { workerData: { directory, program } });
    current = { worker, wire };
    wire.attach(worker);
    onStarting?.();
    wire.once('close', () => {
      if (current?.wire === wire && !wire.ended) abandon(worker);
    });
  };

  return {
    connect() {
      if (current) abandon(current.worker);
      const wire = new Wire(patience);
      // Two workers on one directory would corrupt it: the next begins when the last is gone.
      ending = ending.then(() => start(wire)).catch(error => wire.destroy(error));
      return wire;
    },

    async close() {
      await ending;
      if (!current) return;
      const { worker } = current;
      current = undefined;
      const closed = Promise.race([once(worker, 'exit'), waitFor(worker, 'closed')]);
      worker.postMessage('close');
      await closed;
      await worker.terminate();
    },
  };
};

const waitFor = (worker: Worker, message: string) =>
  new Promise<void>(resolve => {
    worker.on('message', received => {
      if (received === message) resolve();
    });
  });
