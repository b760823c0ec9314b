import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { commandPath } from './components.mjs';

/** PostgreSQL and what starts it refuse to run as root: they run as the user of the Debian package then. */
const databaseUser = () => {
  if (process.getuid?.() !== 0) return {};
  const idOf = flag => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

export const ownerOf = () => {
  const { uid = process.getuid?.(), gid = process.getgid?.() } = databaseUser();
  return { uid, gid };
};

const cleanEnv = env => ({ PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env });

/** Runs a command to its end as the database's user and gives what it printed; a failure has its messages. */
export const runAsDatabaseUser = async (command, parameters, { cwd, env } = {}) => {
  try {
    const { stdout } = await promisify(execFile)(commandPath(command), parameters, {
      ...databaseUser(),
      cwd,
      env: cleanEnv(env),
      maxBuffer: 64 * 2 ** 20,
    });
    return stdout;
  } catch (error) {
    throw new Error(`${command} failed: ${(error.stderr || error.stdout || error.message).trim()}`);
  }
};

/** Starts a program that stays, with what it says kept for a failure; `asDatabaseUser` for PostgreSQL and Patroni. */
export const startProgram = (context, command, parameters, { cwd, env, asDatabaseUser = false } = {}) => {
  const child = spawn(commandPath(command), parameters, {
    ...(asDatabaseUser ? databaseUser() : {}),
    cwd: cwd ?? context.directory,
    env: cleanEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output = (output + chunk).slice(-20_000);
    });
  const program = {
    child,
    command,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async end(signal = 'SIGKILL') {
      if (!program.isRunning()) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
  context.defer(() => program.end());
  return program;
};

/** Waits for a condition, never for a time; a program that ends meanwhile is a failure with its last words. */
export const until = async (what, condition, { seconds = 60, program } = {}) => {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    if (await condition()) return;
    const hasEnded = program && !program.isRunning();
    if (hasEnded || performance.now() > deadline)
      throw new Error(
        `${hasEnded ? `${program.command} ended` : `${seconds} s were not enough`}: ${what}.\n${program?.output() ?? ''}`,
      );
    await new Promise(resolve => setTimeout(resolve, 25));
  }
};
