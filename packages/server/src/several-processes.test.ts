import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visit } from './api/experience/testing/visit.ts';
import { programs } from './cli/testing/programs.ts';
import { openTestDatabase, type TestDatabase } from './database/testing/open.ts';
import { createVault } from './database/vault.ts';
import { createManagementApplication } from './domain/applications.ts';
import { type Environment, parseEnvironment } from './env.ts';
import { call, requestToken } from './http/testing/app.ts';
import { freePort } from './http/testing/free-port.ts';
import { startReverseProxy } from './http/testing/reverse-proxy.ts';

const key = Buffer.alloc(32, 7);
const callers = 6;
/** As many deliveries to one webhook as a process has under way. */
const laneWidth = 8;
const password = 'correct horse battery';

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startReverseProxy>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let env: Environment;
let isOver = false;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  [database, proxy, receiver] = await Promise.all([
    openTestDatabase('postgresql'),
    startReverseProxy(),
    startReceiver(),
  ]);
  env = parseEnvironment({ ENDPOINT: proxy.url, DATABASE_URL: database.options.url });
});
afterAll(async () => {
  isOver = true;
  for (const child of processes) child.kill('SIGKILL');
  proxy.close();
  receiver.close();
  await database.close();
});

test('one of two processes is killed under load, the other is told to stop: only what was in flight at the killed one fails', async () => {
  const [first, second] = await Promise.all([startProcess(), startProcess()]);
  const manager = await createManagementApplication(database, createVault(key), { name: 'Load' });
  const { access_token: token } = await requestToken(env.ENDPOINT, manager, { scope: 'all' });
  const manage = (method: string, path: string, body?: unknown) =>
    call(`${env.ENDPOINT}/api${path}`, { method, body, token });
  await manage('POST', '/hooks', { events: ['User.Created'], config: { url: receiver.url } });
  await manage('POST', '/users', { username: 'ann', password });
  const signIn = await beginSignIn();

  const created: string[] = [];
  const failed: { step: string; status: number }[] = [];
  let answered = 0;
  const expectStatus = (step: string, expected: number, status: number) => {
    answered += 1;
    if (status !== expected) failed.push({ step, status });
    return status === expected;
  };
  const work = async (caller: number) => {
    for (let round = 0; !isOver; round += 1) {
      const machine = await requestToken(env.ENDPOINT, manager, { scope: 'all' }).catch(() => ({
        status: 502,
      }));
      expectStatus('token', 200, machine.status);
      expectStatus('list', 200, (await manage('GET', '/users?page_size=5')).status);
      const { status, body: user } = await manage('POST', '/users', { username: `user_${caller}_${round}` });
      if (!expectStatus('create', 200, status)) continue;
      created.push(user.id);
      const name = `Name ${round}`;
      if (!expectStatus('rename', 200, (await manage('PATCH', `/users/${user.id}`, { name })).status))
        continue;
      const read = await manage('GET', `/users/${user.id}`);
      expectStatus('read', 200, read.status);
      // Whichever process is asked: what was acknowledged is there.
      expect(read.body.name).toBe(name);
    }
  };
  const load = Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  const answers = async (count: number) => {
    const goal = answered + count;
    await expect.poll(() => answered, { interval: 10 }).toBeGreaterThanOrEqual(goal);
  };

  await answers(60);
  receiver.hold();
  // Both processes are amid deliveries.
  await expect.poll(receiver.waiting, { interval: 10 }).toBeGreaterThan(laneWidth);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const killedAt = performance.now();
  receiver.release();
  await answers(60);
  await signIn.finish();

  const third = await startProcess();
  await expect.poll(() => proxy.isReady(third.port)).toBe(true);
  const lostByKill = [...proxy.lost];
  const failedByKill = [...failed];
  expect(lostByKill.length).toBeLessThanOrEqual(callers);
  expect(lostByKill.every(({ port, startedAt }) => port === first.port && startedAt < killedAt)).toBe(true);
  expect(failedByKill.map(({ status }) => status)).toEqual(lostByKill.map(() => 502));

  second.child.kill('SIGTERM');
  const [code] = await once(second.child, 'exit');
  expect(code).toBe(0);
  await answers(60);
  isOver = true;
  await load;
  expect(proxy.lost).toEqual(lostByKill);
  expect(failed).toEqual(failedByKill);
  // Also what the killed process was about to tell, and what waited for it.
  await expect.poll(() => created.filter(id => !receiver.told.has(id))).toEqual([]);
}, 180_000);

const startProcess = async () => {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [programs.server], {
    env: {
      PATH: process.env.PATH,
      PORT: `${port}`,
      ADMIN_PORT: `${adminPort}`,
      ENDPOINT: env.ENDPOINT,
      DATABASE_URL: database.options.url,
      GATEHOUSE_DATA_DIR: database.dataDir,
      GATEHOUSE_SECRET_KEY: key.toString('base64'),
      GATEHOUSE_DRAIN_SECONDS: '1',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  await once(child.stdout, 'data');
  proxy.add(port);
  return { child, port };
};

/** Takes webhooks, and can leave them waiting for an answer. */
const startReceiver = async () => {
  const told = new Set<string>();
  let held: ServerResponse[] | undefined;
  const server = createServer(async (request, response) => {
    const { data } = JSON.parse(await text(request));
    if (held) return void held.push(response);
    told.add(data.id);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    told,
    hold: () => {
      held = [];
    },
    waiting: () => held?.length ?? 0,
    /** None of those that waited was taken: each has to be told again. */
    release() {
      for (const response of held ?? []) response.destroy();
      held = undefined;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** A sign-in whose first half is done; the rest can be done by another process. */
const beginSignIn = async () => {
  const { browser, step } = await visit({ env }, 'SignIn');
  const { body } = await step('POST', '/experience/verification/password', {
    identifier: { type: 'username', value: 'ann' },
    password,
  });
  return {
    async finish() {
      await step('POST', '/experience/identification', { verificationId: body.verificationId });
      const submitted = await step('POST', '/experience/submit');
      const { address } = await browser.follow(submitted.body.redirectTo, `${env.ENDPOINT}/oidc`);
      expect(new URL(address).searchParams.get('code')).toBeTruthy();
    },
  };
};
