import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type BundleFile, bundlePath, isBundleFile } from '@gatehouse/contract/bundles.ts';
import { CommandError } from './command.ts';

/** The files of a bundle below a folder. What begins with a dot belongs to others. */
export const readFolder = async (folder: string): Promise<BundleFile[]> => {
  const paths = await listFiles(folder);
  if (!paths) throw new CommandError(`There is no folder ${folder}.`);
  return Promise.all(paths.map(async path => ({ path, text: await readFile(join(folder, path), 'utf8') })));
};

const listFiles = async (folder: string) => {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return names
    ?.map(path => path.replaceAll(sep, '/'))
    .filter(isBundleFile)
    .sort();
};

/** Makes the folder hold these files, and no others of a bundle. Files that are the same are left alone. */
export const writeFolder = async (folder: string, files: readonly BundleFile[]) => {
  const before = new Map(
    ((await listFiles(folder)) ? await readFolder(folder) : []).map(({ path, text }) => [path, text]),
  );
  const strange = files.find(({ path }) => !bundlePath.safeParse(path).success);
  if (strange) throw new CommandError(`The server sent a file that does not belong here: ${strange.path}`);
  const written: string[] = [];
  for (const { path, text } of files) {
    if (before.get(path) === text) continue;
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    written.push(path);
  }
  const kept = new Set(files.map(({ path }) => path));
  const removed = [...before.keys()].filter(path => !kept.has(path));
  for (const path of removed) await rm(join(folder, path));
  return { written, removed };
};
