export const uploadLimits = {
  maximumBytes: 20 * 1024 * 1024,
  types: [
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/vnd.microsoft.icon',
    'image/x-icon',
    'image/svg+xml',
    'image/tiff',
    'image/webp',
    'image/bmp',
    'application/zip',
  ],
} as const;

export type UploadLimits = { readonly maximumBytes: number; readonly types: readonly string[] };

export const imageLimits: UploadLimits = {
  maximumBytes: Math.min(500 * 1024, uploadLimits.maximumBytes),
  types: ['image/svg+xml', 'image/png', 'image/jpeg', 'image/vnd.microsoft.icon', 'image/x-icon'],
};

/** Sign-in pages that a tenant brings itself. */
export const customUiLimits: UploadLimits = {
  maximumBytes: uploadLimits.maximumBytes,
  types: ['application/zip'],
};

/** The configuration of a tenant as files. */
export const bundleArchiveLimits: UploadLimits = {
  maximumBytes: 8 * 1024 * 1024,
  types: ['application/zip'],
};

/** People's own pictures: what a phone takes, made smaller. */
export const avatarLimits: UploadLimits = {
  maximumBytes: 2 * 1024 * 1024,
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp', 'image/svg+xml'],
};

export type UploadError = 'error_file_count' | 'error_file_type' | 'error_file_size' | 'error_upload';

/** Returns the reason the chosen files cannot be uploaded, if any. */
export const refuseUpload = (
  files: readonly { type: string; size: number }[],
  limits: UploadLimits,
): UploadError | undefined => {
  const [file, ...others] = files;
  if (!file || others.length > 0) return 'error_file_count';
  if (!limits.types.includes(file.type)) return 'error_file_type';
  if (file.size > limits.maximumBytes) return 'error_file_size';
  return undefined;
};

/** A failed upload, in the user's words; one that they stopped themselves is no error. */
export const uploadErrorOf = (failure: unknown): UploadError | undefined =>
  failure instanceof Error && failure.name === 'AbortError' ? undefined : 'error_upload';
