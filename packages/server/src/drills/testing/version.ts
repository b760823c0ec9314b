import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { buildRelease, readReleases } from '../../../../../scripts/releases.mjs';
import { programs } from '../../cli/testing/programs.ts';
import { freePort } from '../../http/testing/free-port.ts';

/** A build of the product, by the programs that it starts with. */
export type Version = { name: string; main: string; cli: string };

export const workingTree: Version = {
  name: 'working tree',
  main: programs.server,
  cli: programs.command,
};

/** The newest release, built when it is asked for the first time. */
export const lastRelease = (): Version => {
  const [release] = readReleases();
  const dist = join(buildRelease(release), 'packages', 'server', 'dist');
  return { name: `release ${release.version}`, main: join(dist, 'main.js'), cli: join(dist, 'gatehouse.js') };
};

export type Settings = Record<string, string>;

/** Starts a server and waits until it serves. */
export const startVersion = async ({ name, main }: Version, settings: Settings) => {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'error',
      PORT: `${port}`,
      ADMIN_PORT: `${adminPort}`,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  // Errors, as its log has them.
  createInterface({ input: child.stdout }).on('line', line => {
    if (line.startsWith('{')) console.log(`${name}: ${line}`);
  });
  const isServing = await Promise.race([
    once(child.stdout, 'data').then(() => true),
    ended.then(() => false),
  ]);
  if (!isServing) throw new Error(`The ${name} did not start.`);
  return {
    port,
    /** Ends it in an orderly way and returns its exit code. */
    async stop(): Promise<number> {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
    kill: () => child.kill('SIGKILL'),
  };
};

/** Creates a client for the management API with the command-line tool of a version. */
export const createManager = async ({ cli }: Version, settings: Settings) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'm2m', 'create', '--name', 'Drill', '--json'],
    { env: { PATH: process.env.PATH, ...settings } },
  );
  return JSON.parse(stdout) as { id: string; secret: string };
};
