import { generateId } from '@gatehouse/contract/ids.ts';
import type { Environment } from '../env.ts';
import { RequestError } from '../request-error.ts';
import { createDiskStore } from './disk.ts';
import type { FileType } from './file-types.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

/** In an S3-compatible bucket where one is set up, else on disk. */
export const createFileStore = (env: Environment): FileStore =>
  env.S3_BUCKET ? createS3Store(env) : createDiskStore(env.GATEHOUSE_DATA_DIR);

/** The address of uploads, below a tenant's endpoint. */
export const uploadsPath = '/uploads';

/** Keeps a file under a name that cannot be guessed; gives the name. */
export const storeFile = async (
  files: FileStore,
  tenantId: string,
  { bytes, type }: { bytes: Buffer; type: FileType },
) => {
  const name = `${generateId()}.${type.extension}`;
  try {
    await files.put(`${tenantId}/${name}`, bytes, type.mimeType);
  } catch (cause) {
    throw new RequestError('storage.upload_error', { cause });
  }
  return name;
};

const ownName = /^[0-9a-z]{21}\.([a-z]+)$/;

/** The name of an uploaded file, from its address; undefined for what is none of ours. */
export const fileNameIn = (address: string) => {
  const name = address.split(`${uploadsPath}/`)[1] ?? '';
  return ownName.test(name) ? name : undefined;
};

/** Only names that we gave ourselves can be asked for. */
export const loadFile = async (files: FileStore, tenantId: string, name: string) => {
  const extension = ownName.exec(name)?.[1];
  if (!extension) return undefined;
  const bytes = await files.get(`${tenantId}/${name}`);
  return bytes && { bytes, extension };
};
