import { expect, test } from 'vitest';
import { imageLimits, refuseUpload, uploadErrorOf, uploadLimits } from './uploads.ts';

const png = { type: 'image/png', size: 1000 };

test('[ENT-29] uploads: ten types, 20 MiB', () => {
  expect(uploadLimits.types).toHaveLength(10);
  expect(uploadLimits.maximumBytes).toBe(20_971_520);
  for (const type of uploadLimits.types)
    expect(refuseUpload([{ type, size: 20_971_520 }], uploadLimits)).toBeUndefined();
  expect(refuseUpload([{ type: 'application/zip', size: 20_971_521 }], uploadLimits)).toBe('error_file_size');
  expect(refuseUpload([{ type: 'text/html', size: 1 }], uploadLimits)).toBe('error_file_type');
});

test('[ENT-29] images: one svg, png, jpeg or ico of 500 KB', () => {
  expect(refuseUpload([png], imageLimits)).toBeUndefined();
  expect(refuseUpload([{ ...png, size: 512_000 }], imageLimits)).toBeUndefined();
  expect(refuseUpload([{ ...png, size: 512_001 }], imageLimits)).toBe('error_file_size');
  expect(refuseUpload([{ ...png, type: 'image/gif' }], imageLimits)).toBe('error_file_type');
  expect(refuseUpload([png, png], imageLimits)).toBe('error_file_count');
  expect(refuseUpload([], imageLimits)).toBe('error_file_count');
});

test('[ENT-29] any other failure is an upload error; an abort is silent', () => {
  expect(uploadErrorOf(new Error('network'))).toBe('error_upload');
  expect(uploadErrorOf('odd')).toBe('error_upload');
  expect(uploadErrorOf(new DOMException('stopped', 'AbortError'))).toBeUndefined();
});
