import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateId } from '@gatehouse/contract/ids.ts';
import { RequestError } from '../domain/request-error.ts';
import type { FileType } from './file-types.ts';

/** The address of uploads, below a tenant's endpoint. */
export const uploadsPath = '/uploads';

const folderOf = (dataDir: string, tenantId: string) => join(dataDir, 'uploads', tenantId);

/** Keeps a file under a name that cannot be guessed; gives the name. */
export const storeFile = async (
  dataDir: string,
  tenantId: string,
  { bytes, type }: { bytes: Buffer; type: FileType },
) => {
  const name = `${generateId()}.${type.extension}`;
  const folder = folderOf(dataDir, tenantId);
  try {
    await mkdir(folder, { recursive: true });
    // Written aside first: nobody ever gets half a file.
    const draft = join(folder, `.${name}`);
    await writeFile(draft, bytes);
    await rename(draft, join(folder, name));
  } catch (cause) {
    throw new RequestError('storage.upload_error', { cause });
  }
  return name;
};

/** Only names that we gave ourselves can be asked for. */
export const loadFile = async (dataDir: string, tenantId: string, name: string) => {
  const extension = /^[0-9a-z]{21}\.([a-z]+)$/.exec(name)?.[1];
  if (!extension) return undefined;
  const bytes = await readFile(join(folderOf(dataDir, tenantId), name)).catch(() => undefined);
  return bytes && { bytes, extension };
};

export const removeFile = (dataDir: string, tenantId: string, name: string) =>
  rm(join(folderOf(dataDir, tenantId), name), { force: true });
