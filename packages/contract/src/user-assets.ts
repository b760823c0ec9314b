import { z } from 'zod';
import { defineRows, type Row } from './endpoint.ts';

export const userAssetsStatus = z.object({
  status: z.enum(['ready', 'not_configured']),
  allowUploadMimeTypes: z.array(z.string()).optional(),
  maxUploadFileSize: z.number().int().optional(),
});

/** A row that takes a file (multipart form, field `file`) and answers where it is. */
export const uploadRow = <const Path extends string, const Needed extends Row['permission']>(
  path: Path,
  permission: Needed,
) =>
  ({
    method: 'post',
    path,
    summary: 'Upload a file (multipart form, field `file`)',
    takesFile: true,
    response: z.object({ url: z.url() }),
    status: 200,
    permission,
    errors: [
      'account_center.field_not_editable',
      'guard.file_size_exceeded',
      'guard.mime_type_not_allowed',
      'guard.svg_not_plain',
      'storage.upload_error',
    ],
  }) as const;

/** Files that people upload: logos, avatars. */
export const userAssets = defineRows({
  readStatus: {
    method: 'get',
    path: '/user-assets/service-status',
    summary: 'Read the upload limits',
    response: userAssetsStatus,
    status: 200,
    permission: 'user-assets:read',
  },
  upload: { ...uploadRow('/user-assets', 'user-assets:write'), change: 'user-asset' },
});
