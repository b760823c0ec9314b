import { type BundleFile, isBundleFile } from '@gatehouse/contract/bundles.ts';
import { RequestError } from '../request-error.ts';
import { unzip } from '../uploads/unzip.ts';
import { kindOf } from './files.ts';
import { bundleKinds } from './kinds.ts';

type Limits = { files: number; fileLength: number; bodyBytes: number };

/** The longest text has as many bytes as its characters can take. */
const bytesOfCharacter = 4;

/**
 * The files of a bundle in a ZIP archive, at its top or in its only folder. Files that do not belong there are refused by
 * their names and announced sizes, before anything is unpacked.
 */
export const readArchive = async (archive: Buffer, limits: Limits): Promise<BundleFile[]> => {
  const files = await unzip(archive, {
    maximumFiles: limits.files,
    maximumBytes: limits.bodyBytes,
    isWanted: isBundleFile,
    accepts: entries => {
      const inside = withoutFolder(entries.map(({ path }) => path));
      for (const path of inside) kindOf(bundleKinds, path);
      const isOnce = new Set(inside).size === inside.length;
      return isOnce && entries.every(({ size }) => size <= limits.fileLength * bytesOfCharacter);
    },
  });
  if (!files?.size) throw new RequestError('bundle.invalid_archive');
  const paths = withoutFolder([...files.keys()]);
  return [...files.values()].map((bytes, index) => ({ path: paths[index]!, text: textOf(bytes, limits) }));
};

/** The paths below the folder that all files are in, if it is not a folder of the bundle. */
const withoutFolder = (paths: readonly string[]) => {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  const isWrapped = folder !== '' && paths.every(path => path.startsWith(folder)) && !paths.every(isKnown);
  return isWrapped ? paths.map(path => path.slice(folder.length)) : [...paths];
};

const isKnown = (path: string) => {
  try {
    return Boolean(kindOf(bundleKinds, path));
  } catch {
    return false;
  }
};

const textOf = (bytes: Buffer, { fileLength }: Limits) => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.length <= fileLength) return text;
  } catch {
    // Not UTF-8: refused below like a file that is too long.
  }
  throw new RequestError('bundle.invalid_archive');
};
