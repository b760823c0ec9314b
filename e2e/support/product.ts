import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../packages/server/src/http/testing/free-port.ts';

const root = join(import.meta.dirname, '../..');

/** Products this worker has running. A failed test keeps their logs. */
const running = new Set<Product>();

export const logsOfRunning = () =>
  [...running].map(product => `${product.adminEndpoint}\n\n${product.output()}`);
/** The command-line program as it is shipped. */
export const program = join(root, 'packages/server/dist/gatehouse.js');

export type Product = {
  tenantEndpoint: string;
  adminEndpoint: string;
  /** The URL of the console: under /console when self-hosted, at the root in the cloud. */
  console: string;
  process: ChildProcess;
  /** The environment it was started with. A command with the same environment reaches the same product. */
  env: NodeJS.ProcessEnv;
  dataDir: string;
  readyMilliseconds: number;
  output: () => string;
  stop: () => Promise<void>;
};

type Options = {
  edition?: 'oss' | 'cloud';
  dataDir?: string;
  databaseUrl?: string;
  keepData?: boolean;
  env?: Record<string, string>;
  /** Of the tenant endpoint and of the console; free ones unless said. */
  ports?: [number, number];
  /** Flags of the start command, such as --demo. */
  flags?: string[];
};

/** Starts the built product on free ports with its own data directory, and waits until it is ready. */
export const startProduct = async ({
  edition = 'oss',
  databaseUrl,
  keepData,
  env,
  flags = [],
  ...options
}: Options = {}) => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'gatehouse-')));
  const [port, adminPort] = options.ports ?? (await Promise.all([freePort(), freePort()]));
  const tenantEndpoint = `http://localhost:${port}`;
  const adminEndpoint = `http://localhost:${adminPort}`;
  const startedAt = performance.now();
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_EDITION: edition,
    LOG_LEVEL: 'warn',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...env,
  };
  const child = spawn(process.execPath, [program, 'start', ...flags], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  child.stderr.on('data', chunk => {
    output += chunk;
  });
  await untilReady(child, `${adminEndpoint}/readyz`, () => output);

  const product: Product = {
    tenantEndpoint,
    adminEndpoint,
    console: edition === 'oss' ? `${adminEndpoint}/console` : adminEndpoint,
    process: child,
    env: environment,
    dataDir,
    readyMilliseconds: Math.round(performance.now() - startedAt),
    output: () => output,
    stop: async () => {
      running.delete(product);
      await ended(child);
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
  };
  running.add(product);
  return product;
};

const startLimitMs = 60_000;

const untilReady = async (child: ChildProcess, url: string, output: () => string) => {
  const deadline = performance.now() + startLimitMs;
  for (;;) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The product did not start:\n${output()}`);
    }
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (response?.ok) return;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
};

const ended = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
