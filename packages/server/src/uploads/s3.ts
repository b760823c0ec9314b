import type { Environment } from '../env.ts';
import { signRequest } from '../outgoing/aws-signature.ts';
import type { FileStore } from './file-store.ts';

const timeoutMs = 15_000;

/** A bucket of Amazon S3 or of anything that speaks like it (MinIO, R2, Ceph …), addressed by its path. */
export const createS3Store = (env: Environment): FileStore => {
  const endpoint = env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`;
  const credentials = {
    service: 's3',
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  };

  const send = async (method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Buffer, mimeType?: string) => {
    const url = new URL(`${endpoint}/${env.S3_BUCKET}/${key}`);
    const headers: Record<string, string> = mimeType ? { 'content-type': mimeType } : {};
    const response = await fetch(url, {
      method,
      headers: signRequest({ method, url, body, headers, date: new Date() }, credentials),
      body: body && new Uint8Array(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok && response.status !== 404) {
      const answer = (await response.text()).slice(0, 500);
      throw new Error(`The bucket answered ${method} with ${response.status}: ${answer}`);
    }
    return response;
  };

  return {
    async put(key, bytes, mimeType) {
      const { status } = await send('PUT', key, bytes, mimeType);
      if (status === 404) throw new Error('There is no such bucket.');
    },

    async get(key) {
      const response = await send('GET', key);
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    },

    async remove(key) {
      await send('DELETE', key);
    },

    isReady: async () => true,
  };
};
