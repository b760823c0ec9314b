import type { userAssets as rows } from '@gatehouse/contract/user-assets.ts';
import type { DirectHandlers } from '../../http/implement.ts';
import { keepUpload, readUploadStatus } from '../../uploads/keep.ts';

/** Holds no transaction: a slow sender must not keep others from the database. */
export const userAssets: DirectHandlers<typeof rows> = {
  readStatus: context => readUploadStatus(context),

  upload: context => keepUpload(context),
};
