import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { installIfNeeded } from '../../scripts/install-if-needed.mjs';

export type ProgramFile = { file: string; code: string };

/** The frameworks are installed here; what lies below finds them, and our own packages after them. */
export const guidesHome = join(import.meta.dirname, '../guides');

export const installFrameworks = async () => {
  installIfNeeded(guidesHome, ['install', '--no-save']);
  // npm kept this process still for minutes. Only now it sees that the server closed the idle connections.
  await setImmediate();
};

/**
 * Writes the files of a guide into its folder, next to those of the starter. Parts of one file are appended in order.
 */
const write = async (files: readonly ProgramFile[], starter: string | undefined) => {
  const projects = join(guidesHome, '.cache');
  await mkdir(projects, { recursive: true });
  const folder = await mkdtemp(join(projects, `${starter ?? 'program'}-`));
  const made = join(guidesHome, starter ?? '');
  if (starter && existsSync(made)) await cp(made, folder, { recursive: true });
  for (const name of new Set(files.map(({ file }) => file))) {
    const path = join(folder, name);
    const parts = files.filter(({ file }) => file === name).map(({ code }) => code);
    await mkdir(dirname(path), { recursive: true });
    await rm(path, { force: true });
    await appendFile(path, `${parts.join('\n')}\n`);
  }
  return folder;
};

type Options = {
  /** The port to listen on, passed as PORT, which most frameworks read. */
  port?: number;
  /** Whose folder in `e2e/guides` has what the framework's own starter would make, where it has one. */
  starter?: string;
};

/** Types the command of a guide into a shell beside the files that it tells to write, and gives what is printed. */
export const startGuideProgram = async (
  files: readonly ProgramFile[],
  command: string,
  { port, starter }: Options = {},
) => {
  const folder = await write(files, starter);
  const child = spawn('sh', ['-ec', command], {
    cwd: folder,
    env: {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: folder,
      ...(port && { PORT: String(port) }),
      NEXT_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
      NG_CLI_ANALYTICS: 'false',
      EXPO_NO_TELEMETRY: '1',
      EXPO_OFFLINE: '1',
    },
    // A separate process group: everything the shell starts ends with it.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (printed += data));
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  const output = () => printed;
  return {
    output,
    ended,
    answers: (at = port) =>
      expect
        .poll(
          () =>
            fetch(`http://localhost:${at}/`).then(
              ({ status }) => status,
              () => output() || 'silent',
            ),
          { message: 'the program of the guide answers', timeout: 150_000, intervals: [100] },
        )
        .toBe(200),
    /** Type-checks the written files against the framework, if its starter is in TypeScript. */
    typesFit: async () => {
      if (!existsSync(join(folder, 'tsconfig.json'))) return;
      const compiler = join(guidesHome, '../../node_modules/.bin/tsc');
      const check = promisify(execFile)(compiler, ['--noEmit', '-p', folder]);
      expect(await check.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' });
    },
    stop: async () => {
      killGroup(child.pid);
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const killGroup = (pid: number | undefined) => {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes have ended.
  }
};
