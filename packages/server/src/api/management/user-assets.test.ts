import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadLimits } from '@gatehouse/contract/uploads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';

let app: TestApp;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-uploads-'));
  app = await startTestApp('embedded', { variables: { GATEHOUSE_DATA_DIR: directory } });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>';

const upload = async (content: Buffer | string, options: { field?: string; token?: string } = {}) => {
  const form = new FormData();
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  form.set(options.field ?? 'file', new File([bytes], 'logo.png', { type: 'image/png' }));
  const response = await fetch(`${app.env.ENDPOINT}/api/user-assets`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${options.token ?? app.token}` },
  });
  return { status: response.status, body: await response.json() };
};

test('200 says what can be uploaded', async () => {
  expect((await app.manage('GET', '/user-assets/service-status')).body).toEqual({
    status: 'ready',
    allowUploadMimeTypes: [...uploadLimits.types],
    maxUploadFileSize: uploadLimits.maximumBytes,
  });
});

test('[ENT-29] 200 keeps a picture and serves it as what it is', async () => {
  const { status, body } = await upload(png);
  expect(status).toBe(200);
  const response = await fetch(body.url);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
});

test('a drawing is served in a sandbox; one that could run something is refused', async () => {
  const { body } = await upload(svg);
  const response = await fetch(body.url);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  for (const inside of [
    '<script>alert(1)</script>',
    '<rect onload="alert(1)"/>',
    '<a href="javascript:alert(1)"/>',
    '<foreignObject/>',
  ]) {
    const refused = await upload(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
    expect(refused.body.code).toBe('guard.mime_type_not_allowed');
  }
});

test('400 for what only claims to be a picture, what is too large, and a form without a file', async () => {
  expect((await upload('<html>not a picture</html>')).body.code).toBe('guard.mime_type_not_allowed');
  const large = Buffer.concat([png, Buffer.alloc(uploadLimits.maximumBytes)]);
  expect((await upload(large)).body.code).toBe('guard.file_size_exceeded');
  expect((await upload(png, { field: 'picture' })).body.code).toBe('guard.invalid_input');
  expect((await app.manage('POST', '/user-assets', { file: 'x' })).status).toBe(415);
  expect((await upload(png, { token: 'nobody' })).status).toBe(401);
});

test('404 for names that nobody was given, and for ways out of the folder', async () => {
  for (const name of ['nothing.png', '..%2f..%2fsecret.key', '%2e%2e%2fsecret.key']) {
    expect((await fetch(`${app.env.ENDPOINT}/uploads/${name}`)).status).toBe(404);
  }
});
