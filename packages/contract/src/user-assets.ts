import { z } from 'zod';
import { defineRows } from './endpoint.ts';

export const userAssetsStatus = z.object({
  status: z.enum(['ready', 'not_configured']),
  allowUploadMimeTypes: z.array(z.string()).optional(),
  maxUploadFileSize: z.number().int().optional(),
});

/** Files that people upload: logos, avatars. */
export const userAssets = defineRows({
  readStatus: {
    method: 'get',
    path: '/user-assets/service-status',
    summary: 'Read whether files can be uploaded, and which',
    response: userAssetsStatus,
    status: 200,
    permission: 'user-assets:read',
  },
  upload: {
    method: 'post',
    path: '/user-assets',
    summary: 'Upload a file (multipart form, field `file`)',
    response: z.object({ url: z.url() }),
    status: 200,
    permission: 'user-assets:write',
    change: 'user-asset',
    errors: ['guard.file_size_exceeded', 'guard.mime_type_not_allowed', 'storage.upload_error'],
  },
});
