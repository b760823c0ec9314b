import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { liveSignIns } from '@gatehouse/contract/live-sign-ins.ts';
import { createApp } from '../../app.ts';
import type { Database } from '../../database/database.ts';
import { type TestDatabase, testVault as vault } from '../../database/testing/open.ts';
import { createManagementApplication } from '../../domain/applications.ts';
import { parseEnvironment } from '../../env.ts';
import { createLogger } from '../../log.ts';
import type { AppOptions } from '../../parts.ts';
import { freePort } from './free-port.ts';
import { openSeededDatabase } from './seeded-database.ts';

/** A hash of real cost takes a processor for 35 ms, and most tests have passwords that they are not about. */
const hashing = { cost: { memoryCost: 64, timeCost: 1 } };

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** The whole server on a fresh database and free ports, and a client that may do everything. */
export const startTestApp = async (
  kind: Database['kind'],
  {
    variables = {},
    database: given,
    ...options
  }: Partial<AppOptions> & { database?: TestDatabase; variables?: Record<string, string> } = {},
) => {
  const [port, adminPort] = [await freePort(), await freePort()];
  const env = parseEnvironment({
    PORT: `${port}`,
    ADMIN_PORT: `${adminPort}`,
    LOG_LEVEL: 'silent',
    ...variables,
  });
  const database = given ?? (await openSeededDatabase(kind, env));
  const app = await createApp({
    env,
    database,
    vault,
    logger: createLogger(env.LOG_LEVEL),
    isStrict: true,
    ...options,
    hashing: { ...hashing, ...options.hashing },
  });
  await app.listen();

  const manager = await createManagementApplication(database, vault, { name: 'Tests' });
  const { access_token: token } = await requestToken(env.ENDPOINT, manager, { scope: 'all' });
  return {
    app,
    database,
    vault,
    env,
    manager,
    /** A token for the whole management API of the default tenant. */
    token,
    /** Calls the management API with all permissions. */
    manage: (method: string, path: string, body?: unknown) =>
      call(`${env.ENDPOINT}/api${path}`, { method, body, token }),
    async close() {
      await app.close();
      await database.close();
    },
  };
};

/** One request; the answer is read whole, as JSON when it is JSON. Of the stream of sign-ins, which does not end, only the headers. */
export const call = async (
  url: string,
  {
    method = 'GET',
    body,
    token,
    headers = {},
  }: { method?: string; body?: unknown; token?: string; headers?: Record<string, string> } = {},
) => {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isEndless = response.ok && new URL(url).pathname.endsWith(liveSignIns.stream.path);
  if (isEndless) await response.body?.cancel();
  const text = isEndless ? '' : await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    // Untyped on purpose: tests look into answers whose shape they are about to check.
    body: isJson ? JSON.parse(text) : undefined,
  };
};

/**
 * The number of statements the work sends with warm caches. A recent write may be announced again over the database
 * channel and clear them, so they are warmed again, a few times at most.
 */
export const statementsOnceWarm = async (
  app: Pick<TestApp, 'database'>,
  work: () => Promise<void>,
  tries = 20,
): Promise<number> => {
  await work();
  const before = app.database.queryCount();
  await work();
  const statements = app.database.queryCount() - before;
  return statements > 0 && tries > 1 ? statementsOnceWarm(app, work, tries - 1) : statements;
};

/** Client credentials, the way every machine asks. */
export const requestToken = async (
  endpoint: string,
  client: { id: string; secret: string },
  parameters: Record<string, string> = {},
) => {
  const response = await fetch(`${endpoint}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: managementAudience('default'),
      ...parameters,
    }),
  });
  return { status: response.status, ...JSON.parse(await response.text()) };
};
