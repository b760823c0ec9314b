import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programs } from './cli/testing/programs.ts';
import { openTestDatabase, type TestDatabase } from './database/testing/open.ts';
import { freePort } from './http/testing/free-port.ts';

const metricsToken = 'metrics-of-all-workers';

let database: TestDatabase;
let server: ChildProcess;
let port: number;
let adminPort: number;

beforeAll(async () => {
  database = await openTestDatabase('postgresql');
  [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [programs.server], {
    env: {
      PATH: process.env.PATH,
      PORT: `${port}`,
      ADMIN_PORT: `${adminPort}`,
      DATABASE_URL: database.options.url,
      GATEHOUSE_DATA_DIR: database.dataDir,
      GATEHOUSE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      GATEHOUSE_METRICS_TOKEN: metricsToken,
      GATEHOUSE_WORKERS: '2',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  await once(child.stdout, 'data');
}, 60_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  await database.close();
});

/** Each request has a connection of its own: the primary hands them out in turn. */
const ask = async (at: number, path: string, headers: Record<string, string> = {}) => {
  const request = get({ port: at, path, agent: false, headers: { connection: 'close', ...headers } });
  const [response] = await once(request, 'response');
  return { status: response.statusCode as number, body: await text(response) };
};

test('the metrics of all workers are added up, whichever is asked', async () => {
  const readMetrics = async () => {
    const { status, body } = await ask(adminPort, '/metrics', { authorization: `Bearer ${metricsToken}` });
    expect(status, body).toBe(200);
    return body;
  };
  const requestsIn = (metrics: string) =>
    [
      ...metrics.matchAll(
        /^gatehouse_http_request_duration_seconds_count\{[^}]*"\/api\/status"[^}]*\} (\d+)$/gm,
      ),
    ]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count, 0);
  const sent = 20;
  for (let number = 0; number < sent; number += 1) expect((await ask(port, '/api/status')).status).toBe(204);
  // An observation is made just after the answer.
  await expect.poll(async () => requestsIn(await readMetrics())).toBe(sent);
  for (let number = 0; number < 6; number += 1) expect(requestsIn(await readMetrics())).toBe(sent);
  expect((await ask(adminPort, '/metrics')).status).toBe(401);
});
