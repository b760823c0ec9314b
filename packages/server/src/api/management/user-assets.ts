import { uploadLimits } from '@gatehouse/contract/uploads.ts';
import type { userAssets as rows } from '@gatehouse/contract/user-assets.ts';
import type { DirectHandlers } from '../../http/implement.ts';
import { storeFile, uploadsPath } from '../../uploads/disk.ts';
import { receiveFile } from '../../uploads/receive.ts';

/** Holds no transaction: a slow sender must not keep others from the database. */
export const userAssets: DirectHandlers<typeof rows> = {
  readStatus: async () => ({
    status: 'ready',
    allowUploadMimeTypes: [...uploadLimits.types],
    maxUploadFileSize: uploadLimits.maximumBytes,
  }),

  async upload({ request, tenant, services }) {
    const file = await receiveFile(request);
    const name = await storeFile(services.env.GATEHOUSE_DATA_DIR, tenant.id, file);
    return { url: `${tenant.endpoint}${uploadsPath}/${name}` };
  },
};
