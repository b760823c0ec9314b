import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { RequestError } from '../request-error.ts';

const inflate = promisify(inflateRaw);

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const longestComment = 0xffff;
const stored = 0;
const deflated = 8;
const isEncrypted = 0x1;

type Entry = { path: string; method: number; checksum: number; packed: number; size: number; offset: number };

/**
 * The files of a ZIP archive by their paths; undefined when it is none, is broken, or holds more than it may. What the
 * archive says of its sizes is not believed: no more is ever unpacked than was announced and allowed.
 */
export const unzip = async (
  archive: Buffer,
  {
    maximumFiles,
    maximumBytes,
    isWanted = () => true,
    accepts = () => true,
  }: {
    maximumFiles: number;
    maximumBytes: number;
    /** Others are left packed. */
    isWanted?: (path: string) => boolean;
    /** Asked before anything is unpacked. What it throws is thrown on. */
    accepts?: (files: readonly { path: string; size: number }[]) => boolean;
  },
): Promise<Map<string, Buffer> | undefined> => {
  try {
    const all = readDirectory(archive).filter(({ path }) => isFile(path));
    if (all.some(({ path }) => !isSafe(path))) return undefined;
    const entries = all.filter(({ path }) => isWanted(path));
    const total = entries.reduce((sum, { size }) => sum + size, 0);
    if (entries.length > maximumFiles || total > maximumBytes) return undefined;
    if (!accepts(entries)) return undefined;
    const files = new Map<string, Buffer>();
    for (const entry of entries) files.set(entry.path, await readEntry(archive, entry));
    return files;
  } catch (error) {
    if (error instanceof RequestError) throw error;
    return undefined;
  }
};

const isFile = (path: string) => !path.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(path);

const isSafe = (path: string) =>
  path.length <= 512 && !/[\\\0:]|^\/|\/\//.test(path) && !path.split('/').includes('..');

/** The directory is at the end, before a comment that can be of any length (APPNOTE 4.3.16). */
const readDirectory = (archive: Buffer): Entry[] => {
  let end = archive.length - endBytes;
  const first = Math.max(0, end - longestComment);
  while (end >= first && archive.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < first) throw new Error('no directory');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (archive.readUInt32LE(at) !== entrySignature) throw new Error('broken directory');
    if (archive.readUInt16LE(at + 8) & isEncrypted) throw new Error('encrypted');
    const nameLength = archive.readUInt16LE(at + 28);
    const entry = {
      path: archive.toString('utf8', at + 46, at + 46 + nameLength),
      method: archive.readUInt16LE(at + 10),
      checksum: archive.readUInt32LE(at + 16),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    return entry;
  });
};

const readEntry = async (archive: Buffer, { method, checksum, packed, size, offset }: Entry) => {
  if (archive.readUInt32LE(offset) !== localSignature) throw new Error('broken entry');
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const content = archive.subarray(start, start + packed);
  if (method !== stored && method !== deflated) throw new Error('unknown compression');
  const bytes = method === stored ? content : await inflate(content, { maxOutputLength: Math.max(1, size) });
  if (bytes.length !== size || crc32(bytes) !== checksum) throw new Error('broken file');
  return bytes;
};
