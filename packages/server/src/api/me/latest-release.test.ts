import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { meAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { administrator, signInToConsole } from '../../http/testing/console.ts';

const hourMs = 3_600_000;
let app: TestApp;
let token: string;
let now = Date.now();
let answer: unknown = { latestRelease: 'v9.9.9' };
let asked = 0;
const source = createServer((_, response) => {
  asked += 1;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer));
});

beforeAll(async () => {
  await new Promise<void>(resolve => source.listen(0, resolve));
  const { port } = source.address() as AddressInfo;
  app = await startTestApp('postgresql', {
    now: () => now,
    variables: { GATEHOUSE_RELEASES_URL: `http://localhost:${port}/latest` },
  });
  await call(`${app.env.ADMIN_ENDPOINT}/api/setup/administrator`, { method: 'POST', body: administrator });
  token = await (await signInToConsole(app)).token({ resource: meAudience });
});
afterAll(async () => {
  await app.close();
  source.close();
});

const read = () => call(`${app.env.ADMIN_ENDPOINT}/me/latest-release`, { token });

test('[UI-6] the newest release is looked up once in six hours', async () => {
  expect((await read()).body).toEqual({ latestRelease: 'v9.9.9' });
  answer = { latestRelease: 'v10.0.0' };
  expect((await read()).body).toEqual({ latestRelease: 'v9.9.9' });
  expect(asked).toBe(1);
  now += 7 * hourMs;
  expect((await read()).body).toEqual({ latestRelease: 'v10.0.0' });
});

test('[UI-6] 502 when the source says nothing that could be a release', async () => {
  now += 7 * hourMs;
  answer = { latestRelease: 'ten' };
  expect(await read()).toMatchObject({ status: 502, body: { code: 'release.check_failed' } });
});
