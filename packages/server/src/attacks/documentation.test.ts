import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql', {
    variables: { GATEHOUSE_EDITION: 'cloud' },
  });
});
afterAll(() => app.close());

/** The path as it is: `fetch` would tidy it up before it is sent. */
const ask = (
  path: string,
  {
    port = app.env.ADMIN_PORT,
    method = 'GET',
    host = new URL(app.env.ADMIN_ENDPOINT).host,
    headers = {},
  } = {},
) => {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: Record<string, string | string[] | undefined>;
    text: string;
  }>();
  request({ port, path, method, headers: { host, ...headers } }, answer => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => {
      text += part;
    });
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
  })
    .on('error', reject)
    .end();
  return promise;
};

const outside = [
  '/docs/../package.json',
  '/docs/..%2fpackage.json',
  '/docs/%2e%2e/%2e%2e/package.json',
  '/docs/%2e%2e%2f%2e%2e%2fpackage.json',
  '/docs/..%5c..%5cpackage.json',
  '/docs/%252e%252e%252fpackage.json',
  '/docs/assets/../../package.json',
  '/docs/assets/..%2f..%2fpackage.json',
  '/docs/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/docs/assets//etc/passwd',
  '/docs/assets/',
  '/docs/assets',
  '/docs/%00',
  '/docs/index%00.html',
  '/docs/__proto__',
  '/docs/constructor',
  `/docs/${'x'.repeat(5000)}`,
  '/docs/%ff',
  '/docs/%',
  '/docs//',
];

test.each(outside)('%s leads to nothing', async path => {
  const { status, text } = await ask(path);
  expect([status >= 400 && status < 500, /root:x:|"workspaces"|"dependencies"/.test(text)]).toEqual([
    true,
    false,
  ]);
});

test('pages are what they are and run no foreign script; nothing of the request is in them', async () => {
  const plain = await ask('/docs/getting-started');
  expect(plain.status).toBe(200);
  const policy = String(plain.headers['content-security-policy']);
  expect(policy).toMatch(/default-src '(?:none|self)'/);
  expect(policy).not.toMatch(/script-src[^;]*(?:'unsafe-inline'|'unsafe-eval'|\*|https?:)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toMatch(/base-uri '(?:none|self)'/);
  expect(plain.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, no-cache',
  });
  expect(plain.headers['set-cookie']).toBeUndefined();
  const marked = await ask('/docs/getting-started?q=%3Cscript%3Ezq%3C/script%3E', {
    headers: { 'x-forwarded-host': 'zq.example', 'accept-language': 'zq', referer: 'https://zq.example' },
  });
  expect(marked.text).toBe(plain.text);
  const missing = await ask('/docs/%3Cscript%3Ezq%3C%2Fscript%3E', { headers: { accept: 'text/html' } });
  expect([missing.status, missing.text.includes('<script>zq')]).toEqual([404, false]);
  expect(String(missing.headers['cache-control'])).not.toMatch(/max-age=[1-9]|immutable/);
});

test('assets are kept for long only under names with a hash, and compressed ones are not mixed up', async () => {
  const { text } = await ask('/docs');
  const assets = [...text.matchAll(/\/docs\/(assets\/[^"' ]+)/g)].map(([, path]) => path);
  expect(assets.length).toBeGreaterThan(0);
  for (const path of new Set(assets)) {
    const { status, headers } = await ask(`/docs/${path}`, { headers: { 'accept-encoding': 'br' } });
    expect([path, status, headers.vary]).toEqual([path, 200, expect.stringContaining('Accept-Encoding')]);
    const isHashed = /-[\w-]{8,}\.\w+$/.test(path ?? '');
    expect(String(headers['cache-control']).includes('immutable')).toBe(isHashed);
  }
});

test('reading is all that can be done, and only at the address of the console', async () => {
  const head = await ask('/docs/getting-started', { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'])
    expect([method, (await ask('/docs/getting-started', { method })).status]).toEqual([
      method,
      expect.toSatisfy(status => status === 404 || status === 405),
    ]);
  expect((await ask('/docs', { host: 'evil.example' })).status).toBe(421);
  const { port } = new URL(app.env.ENDPOINT);
  for (const host of [`default.localhost:${port}`, new URL(app.env.ENDPOINT).host]) {
    const { status, text } = await ask('/docs/getting-started', { port: app.env.PORT, host });
    expect([host, status]).toEqual([host, expect.toSatisfy(found => found >= 400 && found < 500)]);
    expect(text).not.toContain('Getting started');
  }
});
