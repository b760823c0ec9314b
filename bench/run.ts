import { fork } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../e2e/support/product.ts';
import {
  createTestDatabase,
  startTestPostgresql,
} from '../packages/server/src/database/testing/postgresql.ts';
import { createClient, createManagement, requestToken, tokenRequest } from './client.ts';
import { measureLists } from './lists.ts';
import { type Load, measureLoad } from './load.ts';
import { measurePages } from './pages.ts';
import { residentMemory } from './process.ts';
import { measureSignIns } from './sign-ins.ts';
import { measureUsers } from './users.ts';
import { measureEventPath, measureWebhooks } from './webhooks.ts';

const connectionCounts = [10, 50];
const million = 1_000_000;

const measureTokens = async (request: Parameters<typeof measureLoad>[0]) => {
  const results: Record<string, Load> = {};
  for (const connections of connectionCounts) results[connections] = await measureLoad(request, connections);
  return results;
};

/** The provider library alone: what ours is held against. */
const measureBareProvider = async () => {
  const child = fork(join(import.meta.dirname, 'bare-provider.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const { port } = await new Promise<{ port: number }>(resolve =>
    child.once('message', message => resolve(message as { port: number })),
  );
  try {
    return await measureTokens(
      tokenRequest(
        `http://127.0.0.1:${port}/oidc`,
        { id: 'bench', secret: 'bench-secret' },
        'https://api.example.com',
        'read:orders',
      ),
    );
  } finally {
    child.kill();
  }
};

/** Each product has its own database, whose secrets are sealed with its key. */
const onOwnDatabase = async <T>(server: string, measure: (url: string) => Promise<T>) => {
  const { url, dispose } = await createTestDatabase(server);
  return measure(url).finally(dispose);
};

const measureProduct = async (databaseUrl?: string) => {
  const first = await startProduct({ databaseUrl, keepData: true });
  const coldStart = first.readyMilliseconds;
  await first.stop();
  const product = await startProduct({ databaseUrl, dataDir: first.dataDir });
  try {
    const client = await createClient(product, databaseUrl);
    const idleMemory = await residentMemory(product);
    const request = tokenRequest(
      `${product.tenantEndpoint}/oidc`,
      client,
      'https://default.gatehouse.app/api',
      'all',
    );
    const clientCredentials = await measureTokens(request);
    const loadedMemory = await residentMemory(product);
    const headers = { authorization: `Bearer ${await requestToken(request)}` };
    const get = (path: string) => measureLoad({ url: `${product.tenantEndpoint}${path}`, headers }, 10);
    return {
      coldStartMilliseconds: coldStart,
      warmStartMilliseconds: product.readyMilliseconds,
      idleMemoryMiB: idleMemory,
      loadedMemoryMiB: loadedMemory,
      clientCredentials,
      jwks: await get('/oidc/jwks'),
      discovery: await get('/oidc/.well-known/openid-configuration'),
      listResources: await get('/api/resources'),
      signInExperience: await get('/api/.well-known/sign-in-exp'),
      ...(await measureSignIns(product, createManagement(product, await requestToken(request)), request)),
      ...(databaseUrl ? {} : { pages: await measurePages(product) }),
    };
  } finally {
    await product.stop();
    await rm(first.dataDir, { recursive: true, force: true });
  }
};

const ratioTo = (bare: Record<string, Load>, ours: Record<string, Load>) =>
  Object.fromEntries(
    connectionCounts.map(count => [
      count,
      Number(((ours[count]?.requestsPerSecond ?? 0) / (bare[count]?.requestsPerSecond ?? 1)).toFixed(2)),
    ]),
  );

const directory = join(import.meta.dirname, 'results');
const file = join(directory, 'latest.json');

const measureAll = async (postgresqlUrl: string) => {
  const bareProvider = await measureBareProvider();
  const embedded = await measureProduct();
  const onPostgresql = await onOwnDatabase(postgresqlUrl, measureProduct);
  const eventPath = await measureEventPaths(postgresqlUrl);
  const webhooks = await measureWebhooks();
  const lists = await measureLists(postgresqlUrl);
  return {
    machine: { cores: cpus().length, memoryMiB: Math.round(totalmem() / 2 ** 20), node: process.version },
    bareProvider: { clientCredentials: bareProvider },
    embedded: { ...embedded, ratioToBareProvider: ratioTo(bareProvider, embedded.clientCredentials) },
    postgresql: {
      ...onPostgresql,
      ratioToBareProvider: ratioTo(bareProvider, onPostgresql.clientCredentials),
    },
    eventPath,
    webhooks,
    lists,
  };
};

const measureEventPaths = async (postgresqlUrl: string) => ({
  embedded: await measureEventPath(),
  postgresql: await onOwnDatabase(postgresqlUrl, measureEventPath),
});

const measureSome = async (postgresqlUrl: string) => {
  if (users) return { millionUsers: await measureUsers(postgresqlUrl, count) };
  if (process.argv.includes('--events')) return { eventPath: await measureEventPaths(postgresqlUrl) };
  if (process.argv.includes('--lists')) return { lists: await measureLists(postgresqlUrl) };
  if (process.argv.includes('--webhooks')) return { webhooks: await measureWebhooks() };
  return measureAll(postgresqlUrl);
};

// Filling a database with a million users takes minutes: that part runs only when asked for; `--users=50000` is a
// quick try, whose figures are not kept. `--webhooks` and `--lists` measure them alone, `--events` what
// webhooks cost a write.
const users = process.argv.find(argument => argument.startsWith('--users'));
const count = Number(users?.split('=')[1] ?? million);

const postgresql = await startTestPostgresql(process.env.TEST_DATABASE_URL);
try {
  const measured = await measureSome(postgresql.url);
  const earlier = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  await mkdir(directory, { recursive: true });
  if (count === million)
    await writeFile(file, `${JSON.stringify({ ...earlier, ...measured }, undefined, 2)}\n`);
  console.log(JSON.stringify(measured, undefined, 2));
} finally {
  await postgresql.stop();
}
