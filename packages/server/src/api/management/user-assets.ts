import type { userAssets as rows } from '@gatehouse/contract/user-assets.ts';
import { ownTransactions } from '../../http/implement.ts';
import { keepUpload, readUploadStatus } from '../../uploads/keep.ts';

/** Holds no transaction: a slow sender must not keep others from the database. */
export const userAssets = ownTransactions<typeof rows>({
  readStatus: context => readUploadStatus(context),

  upload: context => keepUpload(context),
});
