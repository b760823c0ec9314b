import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tenant } from '../domain/tenant.ts';
import type { Services } from '../services.ts';
import { loadFile, uploadsPath } from './file-store.ts';
import { mimeTypeOf } from './file-types.ts';

/** Serves what people have uploaded: as pictures, never as pages of ours that could run something. */
export const mountUploads = (
  server: FastifyInstance,
  { files }: Services,
  tenantOf: (request: FastifyRequest) => Promise<Tenant>,
) => {
  server.get(`${uploadsPath}/:name`, async (request, reply) => {
    const { name } = request.params as { name: string };
    const { id } = await tenantOf(request);
    const file = await loadFile(files, id, name);
    if (!file) return reply.callNotFound();
    return reply
      .type(mimeTypeOf(file.extension) ?? 'application/octet-stream')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('content-disposition', file.extension === 'zip' ? 'attachment' : 'inline')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(file.bytes);
  });
};
