import { fdatasyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { Program } from './program.ts';

type PostgresMod = NonNullable<Parameters<NodeFS['init']>[1]>;

/** What the file system of the WebAssembly module offers to its own parts; its types leave it out. */
type NodeFileSystem = { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } };

/** PGlite leaves fsync out, so an acknowledged write could die with the machine: this puts it back. */
class SyncedNodeFS extends NodeFS {
  override async init(pg: PGlite, options: PostgresMod) {
    const result = await super.init(pg, options);
    result.emscriptenOpts.preRun?.push(module => {
      (module as unknown as NodeFileSystem).NODEFS.stream_ops.fsync = stream => {
        fdatasyncSync(stream.nfd);
        return 0;
      };
    });
    return result;
  }
}

const { directory, program } = workerData as { directory: string; program: Program };

const database = await PGlite.create({
  ...program,
  fs: new SyncedNodeFS(directory),
  extensions: { pg_trgm },
  startParams: [
    ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
    ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
  ],
});

const answer = async (message: Uint8Array | 'close') => {
  if (message === 'close') {
    await database.close();
    parentPort!.postMessage('closed');
    return;
  }
  parentPort!.postMessage(await database.execProtocolRaw(message, { syncToFs: false }));
};

let last = Promise.resolve();
parentPort!.on('message', message => {
  // An error here is not an SQL error (those are answers) but a broken database: let the worker die of it.
  last = last.then(() => answer(message));
});
