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

/** Whether files can be uploaded, and the accepted types and sizes. */
export const readUploadStatus = async (
  { services }: Pick<Sender, 'services'>,
  limits: UploadLimits = uploadLimits,
) => ({
  status: (await services.files.isReady()) ? ('ready' as const) : ('not_configured' as const),
  allowUploadMimeTypes: [...limits.types],
  maxUploadFileSize: limits.maximumBytes,
});
