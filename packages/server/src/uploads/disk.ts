import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileStore } from './store.ts';
export const createDiskStore = (dataDir: string): FileStore => {
  const pathOf = (key: string) => join(dataDir, 'uploads', key);
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // Written to a temporary file first, so that no reader gets half a file.
      const draft = join(dirname(path), `.${basename(path)}`);
      await writeFile(draft, bytes);
      await rename(draft, path);
    },

    get: key => readFile(pathOf(key)).catch(() => undefined),

    remove: key => rm(pathOf(key), { force: true }),

    async isReady() {
      try {
        await mkdir(pathOf(''), { recursive: true });
        await access(pathOf(''), constants.W_OK);
        return true;
      } catch {
        return false;
      }
    },
  };
};
