import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandPath } from './components.mjs';

const mount = (path, megabytes) =>
  execFileSync(commandPath('mount'), ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], {
    stdio: 'pipe',
  });
// Lazily: a process that is just ending may still have a file open.
const unmount = path => execFileSync(commandPath('umount'), ['--lazy', path], { stdio: 'pipe' });

/** Why no small disk can be had here, or nothing. */
export const whyNoSmallDisk = () => {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-drill-'));
  try {
    mount(path, 1);
    unmount(path);
    return undefined;
  } catch {
    return 'mounting a small disk (tmpfs) is not allowed here; run it as root.';
  } finally {
    rmdirSync(path);
  }
};

/** A disk of a few megabytes that can be filled to the last byte, and freed again. */
export const createSmallDisk = (context, name, megabytes) => {
  const path = join(context.directory, name);
  mkdirSync(path);
  mount(path, megabytes);
  context.defer(() => unmount(path));
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (const block of [Buffer.alloc(2 ** 20, 1), Buffer.alloc(4096, 1)]) writeAll(file, block);
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
  };
};

const writeAll = (file, block) => {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  }
};
