import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../packages/server/src/http/testing/free-port.ts';

const root = join(import.meta.dirname, '..');
/** Changed and put back: its answer tells which version serves. */
const changedFile = join(root, 'packages', 'server', 'src', 'http', 'health.ts');
const answer = "{ status: 'ok' }";

/** Limits for the time developers of the product wait, in seconds. Values without a limit are for comparison. */
const limits: Record<string, number | undefined> = {
  'types, after a change': 10,
  'format and lint': 5,
  'lint by types': undefined,
  'development server, first start': undefined,
  'development server, start': 3,
  'a changed file of the server': 1,
};

const secondsOf = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return Number(((performance.now() - start) / 1000).toFixed(2));
};

const runTool = async (tool: string, ...parameters: string[]) => {
  const child = spawn(join(root, 'node_modules', '.bin', tool), parameters, { cwd: root, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${tool} ended with ${code}: run npm run check first.`);
};

/** With a change to the answer of a server's file, which is taken back. */
const withChange = async <T>(status: string, work: () => Promise<T>) => {
  const before = await readFile(changedFile, 'utf8');
  await writeFile(changedFile, before.replace(answer, `{ status: '${status}' }`));
  try {
    return await work();
  } finally {
    await writeFile(changedFile, before);
  }
};

const checkTypes = () =>
  runTool('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo');

const sources = ['packages', 'e2e', 'bench', 'scripts', 'vitest.config.ts', 'playwright.config.ts'];

const measureChecks = async () => {
  await checkTypes();
  return {
    'types, after a change': await withChange('changed', () => secondsOf(checkTypes)),
    'format and lint': await secondsOf(() => runTool('biome', 'ci', '--reporter=summary', ...sources)),
    'lint by types': await secondsOf(() => runTool('oxlint', '--type-aware', '--deny-warnings')),
  };
};

type Place = { port: number; adminPort: number; dataDir: string };

const patienceMs = 120_000;

/** Asks again until the answer has the text. */
const until = async (url: string, text: string) => {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    if (response?.ok && (await response.text()).includes(text)) return;
    await setTimeout(20);
  }
  throw new Error(`${url} never answered with ${text}.`);
};

const startDevelopment = ({ port, adminPort, dataDir }: Place) => {
  const env = {
    ...process.env,
    PORT: `${port}`,
    ADMIN_PORT: `${adminPort}`,
    GATEHOUSE_DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  };
  return spawn(process.execPath, [join(root, 'scripts', 'dev.mjs')], { cwd: root, env, stdio: 'ignore' });
};

/** Stopped as from a terminal; a second one finds the data directory free. */
const withDevelopment = async <T>(place: Place, work: (seconds: number) => Promise<T>) => {
  const start = performance.now();
  const child = startDevelopment(place);
  try {
    await until(`http://localhost:${place.port}/readyz`, '"ready"');
    return await work(Number(((performance.now() - start) / 1000).toFixed(2)));
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
  }
};

const measureDevelopment = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-developer-'));
  // The ports of the server itself are ten thousand above these.
  const place = { port: await freePort(), adminPort: await freePort(), dataDir };
  try {
    const first = await withDevelopment(place, async seconds => seconds);
    return await withDevelopment(place, async seconds => ({
      'development server, first start': first,
      'development server, start': seconds,
      'a changed file of the server': await measureChange(place),
    }));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** The middle one of five. */
const measureChange = async ({ port }: Place) => {
  const address = `http://localhost:${port}/healthz`;
  const times: number[] = [];
  for (const status of ['first', 'second', 'third', 'fourth', 'fifth']) {
    await withChange(status, async () => {
      times.push(await secondsOf(() => until(address, status)));
    });
    await until(address, '"ok"');
  }
  return times.toSorted((one, other) => one - other)[2] ?? 0;
};

const measured: Record<string, number> = { ...(await measureChecks()), ...(await measureDevelopment()) };
let isSlow = false;
for (const [name, limit] of Object.entries(limits)) {
  const seconds = measured[name] ?? 0;
  const isOver = limit !== undefined && seconds > limit;
  isSlow ||= isOver;
  const bound = limit === undefined ? '' : `  at most ${limit} s`;
  console.log(`${isOver ? '✗' : '✓'} ${name.padEnd(34)} ${seconds.toFixed(2).padStart(7)} s${bound}`);
}
process.exitCode = isSlow ? 1 : 0;
