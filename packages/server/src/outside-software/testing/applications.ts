import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { installIfNeeded } from '../../../../../scripts/install-if-needed.mjs';
import { freePort } from '../../http/testing/free-port.ts';

const folder = join(import.meta.dirname, '../../../../../e2e/outside');

/** The libraries are not part of the product: they are installed beside the applications that use them. */
export const installOutsideSoftware = () => installIfNeeded(folder, ['install', '--no-save']);

export type RunningApplication = { home: string; output: () => string; stop: () => Promise<void> };

/**
 * Starts an application of `e2e/outside` in its own process. `register` gives its settings once its address is known.
 */
export const startApplication = async (
  name: string,
  register: (home: string) => Promise<Record<string, string>>,
): Promise<RunningApplication> => {
  const port = await freePort();
  const home = `http://localhost:${port}`;
  const env = { ...(await register(home)), PATH: process.env.PATH, PORT: `${port}` };
  const child = fork(join(folder, `${name}.mjs`), { env, execArgv: ['--no-deprecation'], silent: true });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      printed += chunk;
    });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended:\n${printed}`))),
  ]);
  return { home, output: () => printed, stop: () => stop(child) };
};

const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};
