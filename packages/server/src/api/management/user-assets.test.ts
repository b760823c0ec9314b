import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadLimits } from '@gatehouse/contract/uploads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { picture, sendFile } from '../../http/testing/files.ts';

let app: TestApp;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-uploads-'));
  app = await startTestApp('postgresql', { variables: { GATEHOUSE_DATA_DIR: directory } });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>';

const upload = (content: Buffer | string, options: { field?: string; token?: string } = {}) =>
  sendFile(`${app.env.ENDPOINT}/api/user-assets`, content, { token: app.token, ...options });

test('200 says what can be uploaded', async () => {
  expect((await app.manage('GET', '/user-assets/service-status')).body).toEqual({
    status: 'ready',
    allowUploadMimeTypes: [...uploadLimits.types],
    maxUploadFileSize: uploadLimits.maximumBytes,
  });
});

test('[PROF-6] 200 says when there is no place to keep files', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'gatehouse-uploads-'));
  // Not even the owner of a file can make a folder of it.
  await writeFile(join(broken, 'uploads'), '');
  const own = await startTestApp('postgresql', { variables: { GATEHOUSE_DATA_DIR: broken } });
  expect((await own.manage('GET', '/user-assets/service-status')).body.status).toBe('not_configured');
  await own.close();
  await rm(broken, { recursive: true });
});

test('[ENT-29] 200 keeps a picture and serves it as what it is', async () => {
  const { status, body } = await upload(picture);
  expect(status).toBe(200);
  const response = await fetch(body.url);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(picture);
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
    expect(refused.body.code).toBe('guard.svg_not_plain');
  }
  const withEntity = '<!DOCTYPE svg [ <!ENTITY a "b"> ]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>';
  expect((await upload(withEntity)).body.code).toBe('guard.svg_not_plain');
});

test('400 for what only claims to be a picture, what is too large, and a form without a file', async () => {
  expect((await upload('<html>not a picture</html>')).body.code).toBe('guard.mime_type_not_allowed');
  const large = Buffer.concat([picture, Buffer.alloc(uploadLimits.maximumBytes)]);
  expect((await upload(large)).body.code).toBe('guard.file_size_exceeded');
  expect((await upload(picture, { field: 'picture' })).body.code).toBe('guard.invalid_input');
  expect((await app.manage('POST', '/user-assets', { file: 'x' })).status).toBe(415);
  expect((await upload(picture, { token: 'nobody' })).status).toBe(401);
});

test('404 for unknown names, and for ways out of the folder', async () => {
  for (const name of ['nothing.png', '..%2f..%2fsecret.key', '%2e%2e%2fsecret.key']) {
    expect((await fetch(`${app.env.ENDPOINT}/uploads/${name}`)).status).toBe(404);
  }
});
