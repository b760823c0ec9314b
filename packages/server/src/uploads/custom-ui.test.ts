import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { sendFile } from '../http/testing/files.ts';
import { unzip } from './unzip.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
});
afterAll(() => app.close());

const limits = { maximumFiles: 10, maximumBytes: 100_000 };

/** A ZIP archive, as a tool would make it; `size` is what it says of its files. */
const zip = (files: Record<string, string>, { size }: { size?: number } = {}) => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(crc32(text), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(size ?? Buffer.byteLength(text), 18);
    header.writeUInt16LE(Buffer.byteLength(path), 22);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), header, Buffer.from(path), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), header, tail, Buffer.from(path));
    bodies.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from([0x50, 0x4b, 5, 6]), end]);
};

const pages = { 'index.html': '<h1>Our own door</h1>', 'assets/app.js': 'alert(1)', '__MACOSX/x': '' };
const upload = (content: Buffer) =>
  sendFile(`${app.env.ENDPOINT}/api/sign-in-exp/default/custom-ui-assets`, content, { token: app.token });

test('an archive is unpacked, and one that lies or hides something is not', async () => {
  const files = await unzip(zip(pages), limits);
  expect([...(files?.keys() ?? [])]).toEqual(['index.html', 'assets/app.js']);
  expect(files?.get('assets/app.js')?.toString()).toBe('alert(1)');
  const bomb = { 'index.html': 'x'.repeat(200_000) };
  const bad = [
    zip(bomb),
    zip(bomb, { size: 10 }),
    zip({ '../../etc/passwd': 'x' }),
    zip({ '/etc/passwd': 'x' }),
    zip({ 'a\\..\\b': 'x' }),
    zip(Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}`, 'x']))),
    zip(pages).subarray(0, 60),
    Buffer.from('PK\x03\x04'),
  ];
  for (const archive of bad) expect(await unzip(archive, limits)).toBeUndefined();
});

test('400 for what is no archive of pages', async () => {
  expect((await upload(Buffer.from('no archive'))).body.code).toBe('guard.mime_type_not_allowed');
  for (const archive of [zip({ 'app.js': 'x' }), zip({ 'a/index.html': 'x', 'b/app.js': 'x' })])
    expect(await upload(archive)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
});

test('pages of the tenant’s own stand in the place of ours, and broken ones lock no user out', async () => {
  const { status, body } = await upload(
    zip(Object.fromEntries(Object.entries(pages).map(([path, text]) => [`dist/${path}`, text]))),
  );
  expect(status).toBe(200);
  const use = (customUiAssets: object | null) => app.manage('PATCH', '/sign-in-exp', { customUiAssets });
  await use({ id: body.customUiAssetId, createdAt: Date.now() });
  const { page, step } = await visit(app, 'SignIn');
  expect(page.answer?.text).toBe(pages['index.html']);
  expect((await step('GET', '/experience/interaction')).status).toBe(200);
  const script = await call(`${app.env.ENDPOINT}/assets/app.js`);
  expect(script).toMatchObject({ status: 200, text: 'alert(1)' });
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(script.headers.get('content-security-policy')).toContain("script-src 'self'");
  const headers = { 'if-none-match': script.headers.get('etag') ?? '' };
  expect((await call(`${app.env.ENDPOINT}/assets/app.js`, { headers })).status).toBe(304);
  expect((await call(`${app.env.ENDPOINT}/assets/none.js`)).status).toBe(404);
  expect((await call(`${app.env.ENDPOINT}/api/status`)).status).toBe(204);

  const csp = (customUiCsp: object) => app.manage('PATCH', '/sign-in-exp', { customUiCsp });
  for (const source of [
    "'unsafe-inline'",
    'https://a.example; script-src *',
    '*',
    'http://a.example',
    'https://*',
  ])
    expect((await csp({ scriptSrc: [source] })).body).toMatchObject({
      code: 'guard.invalid_input',
      data: { issues: [{ code: 'validation.csp_source' }] },
    });
  await csp({ scriptSrc: ['https://cdn.example.com'], connectSrc: ['wss://*.example.com:8443'] });
  const { headers: named } = await call(`${app.env.ENDPOINT}/assets/app.js`);
  expect(named.get('content-security-policy')).toContain("script-src 'self' https://cdn.example.com;");
  expect(named.get('content-security-policy')).toContain("connect-src 'self' wss://*.example.com:8443;");

  await use({ id: '0'.repeat(21), createdAt: 0 });
  expect((await visit(app)).page.answer?.text).not.toContain('Our own door');
  await use(null);
  expect((await call(`${app.env.ENDPOINT}/assets/app.js`)).status).toBe(404);
});
