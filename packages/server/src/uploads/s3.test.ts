import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { picture, sendFile } from '../http/testing/files.ts';
import { signRequest } from '../outgoing/aws-signature.ts';
import { startBucket } from './testing/bucket.ts';

let bucket: Awaited<ReturnType<typeof startBucket>>;
let app: TestApp;
beforeAll(async () => {
  bucket = await startBucket('pictures');
  app = await startTestApp('postgresql', { variables: bucket.variables });
});
afterAll(async () => {
  await app.close();
  await bucket.stop();
});

const upload = (endpoint: string, token: string) =>
  sendFile(`${endpoint}/api/user-assets`, picture, { token });

test('the signature is that of the example of AWS', () => {
  // "Example: GET Object" of "Signature Calculations for the Authorization Header".
  const { authorization } = signRequest(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      date: new Date('2013-05-24T00:00:00Z'),
    },
    {
      service: 's3',
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
  );
  expect(authorization).toBe(
    [
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date',
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ].join(', '),
  );
});

test('a picture goes into the bucket, below its tenant, and is served from there', async () => {
  const { status, body } = await upload(app.env.ENDPOINT, app.token);
  expect(status).toBe(200);
  const name = body.url.split('/').at(-1);
  expect(bucket.objects.get(`default/${name}`)).toEqual({ bytes: picture, type: 'image/png' });
  const response = await fetch(body.url);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(picture);
  expect((await fetch(`${app.env.ENDPOINT}/uploads/${'0'.repeat(21)}.png`)).status).toBe(404);
});

test('[PROF-6] a bucket is ready when it takes a file, and is asked once for many who want to know', async () => {
  const statusIn = async ({ manage }: TestApp) =>
    (await manage('GET', '/user-assets/service-status')).body.status as string;
  const before = bucket.writes();
  const answers = await Promise.all(Array.from({ length: 20 }, () => statusIn(app)));
  expect(new Set(answers)).toEqual(new Set(['ready']));
  expect(bucket.writes() - before).toBe(1);
  for (const broken of [
    { S3_SECRET_ACCESS_KEY: 'another' },
    { S3_BUCKET: 'nowhere' },
    { S3_ENDPOINT: 'http://127.0.0.1:1' },
  ]) {
    const wrong = await startTestApp('postgresql', { variables: { ...bucket.variables, ...broken } });
    expect(await statusIn(wrong), JSON.stringify(broken)).toBe('not_configured');
    await wrong.close();
  }
});

test('a bucket that refuses the key is an upload error, not a picture', async () => {
  const wrong = await startTestApp('postgresql', {
    variables: { ...bucket.variables, S3_SECRET_ACCESS_KEY: 'another' },
  });
  expect((await upload(wrong.env.ENDPOINT, wrong.token)).body.code).toBe('storage.upload_error');
  await wrong.close();
});

test('a bucket without its key is refused at the start', async () => {
  await expect(startTestApp('postgresql', { variables: { S3_BUCKET: 'pictures' } })).rejects.toThrow(
    'S3_ACCESS_KEY_ID must be set when the others of the bucket are.',
  );
});
