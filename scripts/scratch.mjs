import { accessSync, constants, statfsSync } from 'node:fs';

const memory = '/dev/shm';
const enoughBytes = 4 * 2 ** 30;

/**
 * Databases of tests live as long as a test: in memory, where there is enough of it, they need not wait for a disk.
 * Whatever asks for a temporary directory from now on gets it there.
 */
export const keepScratchInMemory = () => {
  if (process.env.TMPDIR || !hasRoom()) return;
  process.env.TMPDIR = memory;
};

const hasRoom = () => {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > enoughBytes;
  } catch {
    return false;
  }
};
