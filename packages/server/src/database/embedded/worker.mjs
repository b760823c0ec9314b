// JavaScript, unlike its neighbors: a thread that starts from TypeScript loads a compiler first, a third of its start.
import { fdatasyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** PGlite leaves fsync out, so an acknowledged write could die with the machine: this puts it back. */
class SyncedNodeFS extends NodeFS {
  async init(pg, options) {
    const result = await super.init(pg, options);
    result.emscriptenOpts.preRun?.push(module => {
      module.NODEFS.stream_ops.fsync = stream => {
        fdatasyncSync(stream.nfd);
        return 0;
      };
    });
    return result;
  }
}

const { directory, program } = workerData;

const database = await PGlite.create({
  ...program,
  fs: new SyncedNodeFS(directory),
  extensions: { pg_trgm },
  startParams: [
    ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
    ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
  ],
});

const answer = async message => {
  if (message === 'close') {
    await database.close();
    parentPort.postMessage('closed');
    return;
  }
  parentPort.postMessage(await database.execProtocolRaw(message, { syncToFs: false }));
};

let last = Promise.resolve();
parentPort.on('message', message => {
  // An error here is not an SQL error (those are answers) but a broken database: let the worker die of it.
  last = last.then(() => answer(message));
});
