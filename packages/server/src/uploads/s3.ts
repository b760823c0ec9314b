import { minuteMs } from '@gatehouse/contract/duration.ts';
import type { Environment } from '../env.ts';
import { signRequest } from '../outgoing/aws-signature.ts';
import type { FileStore } from './store.ts';

const timeoutMs = 15_000;

/** The time for which the result of a bucket check is reused. A failed check is repeated sooner. */
const readyForMs = 10 * minuteMs;
const brokenForMs = 30_000;
const probe = { key: 'gatehouse-write-test', timeoutMs: 5000 };

/** A bucket of Amazon S3 or of anything that speaks like it (MinIO, R2, Ceph …), addressed by its path. */
export const createS3Store = (env: Environment): FileStore => {
  const endpoint = env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`;
  const credentials = {
    service: 's3',
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  };

  const send = async (
    method: 'PUT' | 'GET' | 'DELETE',
    key: string,
    { body, mimeType, limitMs = timeoutMs }: { body?: Buffer; mimeType?: string; limitMs?: number } = {},
  ) => {
    const url = new URL(`${endpoint}/${env.S3_BUCKET}/${key}`);
    const headers: Record<string, string> = mimeType ? { 'content-type': mimeType } : {};
    const response = await fetch(url, {
      method,
      headers: signRequest({ method, url, body, headers, date: new Date() }, credentials),
      body: body && new Uint8Array(body),
      signal: AbortSignal.timeout(limitMs),
    });
    if (!response.ok && response.status !== 404) {
      const answer = (await response.text()).slice(0, 500);
      throw new Error(`The bucket answered ${method} with ${response.status}: ${answer}`);
    }
    return response;
  };

  const write = async (key: string, file: { body: Buffer; mimeType: string; limitMs?: number }) => {
    const { status } = await send('PUT', key, file);
    if (status === 404) throw new Error('There is no such bucket.');
  };

  // A key may be allowed to write and not to look at the bucket: only a write says whether writes work.
  const canWrite = () =>
    write(probe.key, {
      body: Buffer.from('ok'),
      mimeType: 'text/plain',
      limitMs: probe.timeoutMs,
    }).then(
      () => true,
      () => false,
    );
  let known: { isReady: Promise<boolean>; until: number } | undefined;

  return {
    put: (key, body, mimeType) => write(key, { body, mimeType }),

    async get(key) {
      const response = await send('GET', key);
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    },

    async remove(key) {
      await send('DELETE', key);
    },

    async isReady() {
      if (known && Date.now() < known.until) return known.isReady;
      const asked = { isReady: canWrite(), until: Number.POSITIVE_INFINITY };
      known = asked;
      asked.until = Date.now() + ((await asked.isReady) ? readyForMs : brokenForMs);
      return asked.isReady;
    },
  };
};
