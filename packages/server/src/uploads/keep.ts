import { basename } from 'node:path';
import { type UploadLimits, uploadLimits } from '@gatehouse/contract/uploads.ts';
import type { RequestContext } from '../http/implement.ts';
import { storeFile, uploadsPath } from './file-store.ts';
import { receiveFile } from './receive.ts';

type Sender = Pick<RequestContext<never>, 'request' | 'tenant' | 'services'>;

/** Keeps the file of a request and answers where it is. */
export const keepUpload = async (
  { request, tenant, services }: Sender,
  limits: UploadLimits = uploadLimits,
) => {
  const file = await receiveFile(request, limits);
  const name = await storeFile(services.files, tenant.id, file);
  return { url: `${tenant.endpoint}${uploadsPath}/${name}` };
};

/** Forgets a file that was kept for nothing. */
export const discardUpload = ({ tenant, services }: Sender, url: string) =>
  services.files.remove(`${tenant.id}/${basename(url)}`);

export const uploadStatus = {
  status: 'ready' as const,
  allowUploadMimeTypes: [...uploadLimits.types],
  maxUploadFileSize: uploadLimits.maximumBytes,
};
