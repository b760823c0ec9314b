import type { Readable } from 'node:stream';
import type { UploadLimits } from '@gatehouse/contract/uploads.ts';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../request-error.ts';
import { type FileType, fileTypeOf, isSvg } from './file-types.ts';

/** The size of a form without the file itself. */
const formOverheadBytes = 64 * 1024;

/** The file of a multipart form, checked by its content. */
export const receiveFile = async (
  request: FastifyRequest,
  limits: UploadLimits,
): Promise<{ bytes: Buffer; type: FileType }> => {
  const bytes = await receiveBytes(request, limits.maximumBytes);
  const type = fileTypeOf(bytes);
  if (!type && isSvg(bytes)) throw new RequestError('guard.svg_not_plain');
  if (!type || !limits.types.includes(type.mimeType)) throw new RequestError('guard.mime_type_not_allowed');
  return { bytes, type };
};

/** The file of a multipart form, whatever it is. Nothing was read before: here its sender is known. */
export const receiveBytes = async (request: FastifyRequest, maximumBytes: number): Promise<Buffer> => {
  const contentType = request.headers['content-type'] ?? '';
  if (!contentType.startsWith('multipart/form-data'))
    throw new RequestError('request.unsupported_media_type');
  const body = await readAll(request.body as Readable, maximumBytes + formOverheadBytes);
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause: unknown) => {
      throw new RequestError('request.invalid_input', { details: 'The form could not be read.', cause });
    });
  const file = form.get('file');
  if (!(file instanceof File)) {
    const violation = { path: 'file', code: 'validation.required', values: {} } as const;
    throw new RequestError('guard.invalid_input', { violations: [violation] });
  }
  if (file.size > maximumBytes) throw new RequestError('guard.file_size_exceeded');
  return Buffer.from(await file.arrayBuffer());
};

const readAll = async (stream: Readable, maximumBytes: number) => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // An oversized file is read to its end. Otherwise the client would not receive the error.
    if (size <= maximumBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > maximumBytes) throw new RequestError('guard.file_size_exceeded');
  return Buffer.concat(chunks);
};
