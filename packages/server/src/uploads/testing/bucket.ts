import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { signRequest } from '../../outgoing/aws-signature.ts';

export const bucketKeys = {
  service: 's3',
  region: 'eu-test-1',
  accessKeyId: 'test-key',
  secretAccessKey: 'test-secret',
};

/** An S3-compatible store with one bucket, which refuses what is not signed by its key. With a certificate it speaks TLS. */
export const startBucket = async (name: string, tls?: { key: string; cert: string }) => {
  const objects = new Map<string, { bytes: Buffer; type: string | undefined }>();
  let writes = 0;
  const answer: RequestListener = async (request, response) => {
    const body = await readAll(request);
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (!isSigned(request, url, body)) return void response.writeHead(403).end('SignatureDoesNotMatch');
    const [, bucket, ...path] = url.pathname.split('/');
    const key = path.join('/');
    if (bucket !== name) return void response.writeHead(404).end('NoSuchBucket');
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] });
      writes += 1;
    }
    if (request.method === 'DELETE') objects.delete(key);
    const found = request.method === 'GET' ? objects.get(key) : undefined;
    if (request.method === 'GET' && !found) return void response.writeHead(404).end('NoSuchKey');
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end(found?.bytes);
  };
  const server = tls ? createSecureServer(tls, answer) : createServer(answer);
  await new Promise<void>(resolve => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    writes: () => writes,
    variables: {
      S3_BUCKET: name,
      S3_ENDPOINT: `${tls ? 'https' : 'http'}://localhost:${port}`,
      S3_REGION: bucketKeys.region,
      S3_ACCESS_KEY_ID: bucketKeys.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucketKeys.secretAccessKey,
    },
    stop: () => new Promise(resolve => server.close(resolve)),
  };
};

const isSigned = ({ method = '', headers }: IncomingMessage, url: URL, body: Buffer) => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? [];
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(date.valueOf())) return false;
  const type = headers['content-type'];
  const signed: Record<string, string> = type ? { 'content-type': type } : {};
  const expected = signRequest({ method, url, body, date, headers: signed }, bucketKeys);
  return headers.authorization === expected.authorization;
};

const readAll = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
