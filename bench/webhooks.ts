import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { createClient, createManagement, requestToken, tokenRequest } from './client.ts';

type Management = ReturnType<typeof createManagement>;

const deliveries = 10_000;
const kills = 2;
const writesPerBlock = 100;
const blocks = 6;

/** Deliveries to a local receiver while the server is killed, and what listening costs a write. */
export const measureWebhooks = async (databaseUrl?: string) => {
  const receiver = await startReceiver();
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
    const manage = createManagement(product, token);
    const cost = await measureCost(manage, receiver.url);
    await manage('POST', '/hooks', { events: ['User.Created'], config: { url: receiver.url } });
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
      ...cost,
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

const startReceiver = async () => {
  const ids = new Set<string>();
  let received = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { event, data } = JSON.parse(Buffer.concat(chunks).toString());
    response.end();
    if (event !== 'User.Created') return;
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

/** Blocks of writes with somebody listening and with nobody, in turn. */
const measureCost = async (manage: Management, url: string) => {
  const user = await manage('POST', '/users', { username: 'measured' });
  const hook = await manage('POST', '/hooks', { events: ['User.Data.Updated'], config: { url } });
  const times = { listened: [] as number[], unheard: [] as number[] };
  for (let block = 0; block < 2 * blocks; block += 1) {
    const kind = block % 2 === 0 ? 'listened' : 'unheard';
    await manage('PATCH', `/hooks/${hook.id}`, { enabled: kind === 'listened' });
    for (let write = 0; write < writesPerBlock; write += 1) {
      const startedAt = performance.now();
      await manage('PATCH', `/users/${user.id}`, { name: `${kind} ${block} ${write}` });
      times[kind].push(performance.now() - startedAt);
    }
  }
  await manage('DELETE', `/hooks/${hook.id}`, undefined);
  const [listened, unheard] = [median(times.listened), median(times.unheard)];
  return {
    writeMilliseconds: unheard,
    writeWithWebhookMilliseconds: listened,
    addedPercent: Math.round((listened / unheard - 1) * 1000) / 10,
  };
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
