import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { createClient, createManagement, requestToken, tokenRequest } from './client.ts';

type Management = ReturnType<typeof createManagement>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const deliveries = 10_000;
const kills = 2;
const writesPerBlock = 30;
const warmUpWrites = 3;
const blocks = 30;
/** Long enough for a delivery and its record. */
const pauseMs = 40;

/** Deliveries to a local receiver while the server is killed. */
export const measureWebhooks = async (databaseUrl?: string) => {
  const receiver = await startReceiver('User.Created');
  let product = await startProduct({ databaseUrl, keepData: true });
  const ports = [product.tenantEndpoint, product.adminEndpoint].map(url => Number(new URL(url).port)) as [
    number,
    number,
  ];
  try {
    const client = await createClient(product, databaseUrl);
    const request = tokenRequest(
      `${product.tenantEndpoint}/oidc`,
      client,
      'https://default.gatehouse.app/api',
      'all',
    );
    const token = await requestToken(request);
    await createManagement(product, token)('POST', '/hooks', {
      events: ['User.Created'],
      config: { url: receiver.url },
    });
    const startedAt = performance.now();
    await importUsers(product, token);
    for (let kill = 1; kill <= kills; kill += 1) {
      await receiver.reached((kill * deliveries) / (kills + 1));
      product.process.kill('SIGKILL');
      await once(product.process, 'exit');
      product = await startProduct({ databaseUrl, dataDir: product.dataDir, keepData: kill < kills, ports });
    }
    await receiver.reached(deliveries);
    const seconds = (performance.now() - startedAt) / 1000;
    const { received, different } = receiver.counts();
    return {
      deliveries,
      kills,
      lost: deliveries - different,
      sentTwice: received - different,
      seconds: Math.round(seconds),
    };
  } finally {
    await product.stop();
    receiver.close();
  }
};

const startReceiver = async (wanted: string) => {
  const ids = new Set<string>();
  let received = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { event, data } = JSON.parse(Buffer.concat(chunks).toString());
    response.end();
    if (event !== wanted) return;
    received += 1;
    ids.add(data.id);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    counts: () => ({ received, different: ids.size }),
    async reached(count: number) {
      while (ids.size < count) await setTimeout(100);
    },
    async received(count: number) {
      while (received < count) await setTimeout(20);
    },
    close: () => server.close(),
  };
};

const importUsers = async ({ tenantEndpoint }: Product, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  const lines = Array.from({ length: deliveries }, (_, index) => `delivered_${index}`);
  form.set('file', new File([['username', ...lines].join('\n')], 'users.csv'));
  const post = async (path: string, init: RequestInit) =>
    (await fetch(`${tenantEndpoint}/api${path}`, { method: 'POST', ...init })).json();
  const { fileId } = await post('/users/imports', { headers, body: form });
  await post('/users/jobs', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'import', fileId, mapping: { username: 'username' } }),
  });
};

/** The cost of an event for its write: short blocks with and without a subscriber, alternating. */
export const measureEventPath = async (databaseUrl?: string) => {
  const receiver = await startReceiver('User.Data.Updated');
  const product = await startProduct({ databaseUrl });
  try {
    const client = await createClient(product, databaseUrl);
    const { tenantEndpoint } = product;
    const token = await requestToken(
      tokenRequest(`${tenantEndpoint}/oidc`, client, 'https://default.gatehouse.app/api', 'all'),
    );
    return await measureCost(createManagement(product, token), receiver);
  } finally {
    await product.stop();
    receiver.close();
  }
};

/**
 * `oneByOne`: each write waits until the last one's delivery is over, so that the cost is that of the write's own event.
 * `inARow`: writes follow each other at once, and share the machine with the deliveries of those before them.
 */
const measureCost = async (manage: Management, receiver: Receiver) => {
  const user = await manage('POST', '/users', { username: 'measured' });
  const hook = await manage('POST', '/hooks', {
    events: ['User.Data.Updated'],
    config: { url: receiver.url },
  });
  let told = 0;
  const measureBlock = async (isListening: boolean, isOneByOne: boolean) => {
    await manage('PATCH', `/hooks/${hook.id}`, { enabled: isListening });
    const times: number[] = [];
    for (let write = 0; write < writesPerBlock; write += 1) {
      const startedAt = performance.now();
      await manage('PATCH', `/users/${user.id}`, { name: `measured ${startedAt}` });
      times.push(performance.now() - startedAt);
      if (isListening) told += 1;
      if (isOneByOne) await Promise.all([receiver.received(told), setTimeout(pauseMs)]);
    }
    await receiver.received(told);
    // The first ones find caches that the change of the webhook has emptied.
    return times.slice(warmUpWrites);
  };
  const measureBlocks = async (isOneByOne: boolean) => {
    const [listened, unheard]: [number[], number[]] = [[], []];
    for (let block = 0; block < blocks; block += 1) {
      listened.push(...(await measureBlock(true, isOneByOne)));
      unheard.push(...(await measureBlock(false, isOneByOne)));
    }
    return compare(summaryOf(listened), summaryOf(unheard));
  };
  return { oneByOne: await measureBlocks(true), inARow: await measureBlocks(false) };
};

const compare = (listened: Summary, unheard: Summary) => ({
  unheard,
  listened,
  addedPercent: {
    median: percentAbove(listened.median, unheard.median),
    mean: percentAbove(listened.mean, unheard.mean),
  },
});

type Summary = ReturnType<typeof summaryOf>;

const summaryOf = (times: number[]) => ({
  median: round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0),
  mean: round(times.reduce((sum, time) => sum + time, 0) / times.length),
});

const percentAbove = (value: number, base: number) => Math.round((value / base - 1) * 1000) / 10;

const round = (milliseconds: number) => Math.round(milliseconds * 100) / 100;
